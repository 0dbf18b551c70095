/** A route pattern parser for wouter that, unlike its own, is case-sensitive and ignores trailing slashes. */
import type { Parser } from "wouter";

export const parsePattern: Parser = (route) => {
  const keys: string[] = [];
  const source = route
    .replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll(/:([A-Za-z]+)|\*/g, (_match, name?: string) => {
      keys.push(name ?? "*");
      return name === undefined ? "(.*)" : "([^/]+)";
    });
  return { pattern: new RegExp(`^${source}$`), keys };
};
