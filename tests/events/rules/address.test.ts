/** The personal data in an address, all of which pseudonyms replace. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TObject } from "typebox";
import { describe, expect, it } from "vitest";
import { DOMAINS } from "#events/domains.ts";
import type { ListDefinition } from "#events/kernel/list.ts";
import { ADDRESS_PARAMETERS, pseudonymizedAddress } from "#events/rules/address.ts";

const mask = (text: string) => `p-${text.length}${text.includes("@") ? "@example.invalid" : ""}`;
const masked = (address: string) => pseudonymizedAddress(address, mask);

describe("an address without names", () => {
  it.each([
    ["/", "/"],
    ["/users", "/users"],
    ["/users?status=archived&sort=email%2Cdesc", "/users?status=archived&sort=email%2Cdesc"],
    ["/users?contains=", "/users?contains="],
    ["/users?contains=ada%20lovelace&manager=hr", "/users?contains=p-12&manager=hr"],
    ["/users?contains=ada%40x.example", "/users?contains=p-13%40example.invalid"],
    ["/users?contains=ada&contains=bob.ray", "/users?contains=p-3&contains=p-7"],
    ["/users?who=ada&ada&status=active#ada", "/users?status=active"],
    ["/users?state=ada", "/users"],
    ["/users?state=%2Fada", "/users"],
    ["?contains=ada", "?contains=p-3"],
    ["#ada", ""],
    ["/users%3Fcontains=ada&status=active", "/users"],
    ["/users#ada", "/users"],
    ["/users%3Fcontains=ada", "/users"],
    ["/?redirect=%2Fusers%3Fcontains%3Dada", "/?redirect=%2Fusers%3Fcontains%3Dp-3"],
    ["/?redirect=https%3A%2F%2Fada", "/"],
    ["/?redirect=%2Forgs&state=ada", "/?redirect=%2Forgs"],
    ["%2Fusers%3Fcontains%3Dada", "%2Fusers%3Fcontains%3Dp-3"],
    ["https://host.example/users?contains=ada", "https://host.example/users?contains=p-3"],
  ])("of %s is %s", (address, expected) => expect(masked(address)).toBe(expected));

  it("hides the names in nested redirect addresses at any depth", () => {
    let address = "/users?contains=ada";
    for (let depth = 0; depth < 4; depth += 1) {
      address = `/?${new URLSearchParams({ redirect: address }).toString()}`;
      expect(masked(address)).not.toContain("ada");
      expect(masked(encodeURIComponent(address))).not.toContain("ada");
    }
  });

  it("is a fixed point except for typed text", () => {
    const once = masked("/?redirect=%2Fusers%3Fcontains%3Dada%26status%3Darchived");
    expect(pseudonymizedAddress(once, (text) => text)).toBe(once);
  });
});

const isList = (value: unknown): value is ListDefinition<string, TObject> =>
  typeof value === "object" && value !== null && "searchTyped" in value;

it("every address parameter that a screen reads is declared", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) =>
    /(?:ules|router|debugStore)\.ts$/.test(name),
  );
  const lists = Object.values(DOMAINS).flatMap(({ actions = {} }) =>
    Object.values(actions as Readonly<Record<string, unknown>>).filter(isList),
  );
  expect(lists.length).toBeGreaterThan(3);
  const inLists = lists.flatMap(({ query }) => Object.keys(query.properties));
  const inRules = files.flatMap((name) => {
    const text = readFileSync(join("src", name), "utf8");
    if (!text.includes("new URLSearchParams(")) return [];
    return [...text.matchAll(/(?:query|search\)|parameters)\.(?:get|set)\("(\w+)"/g)].map(
      ([, parameter = ""]) => parameter,
    );
  });
  const read = [...inRules, ...inLists];
  expect(read.length).toBeGreaterThan(10);
  expect(read.filter((parameter) => !ADDRESS_PARAMETERS.has(parameter))).toEqual([]);
});
