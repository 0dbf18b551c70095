/** A parser of route patterns for wouter: unlike its own it heeds case and no trailing slash. */
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
