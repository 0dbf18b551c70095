/** Contents of objects as texts, and names of entitlements that the settings leave out. */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  contentHash,
  contentOrEmpty,
  contentText,
  EXCLUDED,
  entitlementList,
  excluding,
  firstMatch,
  INACTIVE,
  objectKey,
} from "#server/systems/runs/content.ts";

test("equal contents are equal texts, whatever the order of their attributes", () => {
  const content = { attributes: { b: ["2"], a: ["1", "0"] }, active: true, entitlements: ["x"] };
  const text = '{"attributes":{"a":["1","0"],"b":["2"]},"active":true,"entitlements":["x"]}';
  expect(contentText(content)).toBe(text);
  expect(contentText({ ...content, excluded: false })).toBe(text);
  expect(contentText({ ...content, excluded: true })).toBe(text.replace(/}$/, ',"excluded":true}'));
  expect(contentOrEmpty(text)).toEqual(content);
  expect(contentOrEmpty(null)).toEqual({ attributes: {}, active: null, entitlements: [] });
});

test("a part of the text tells whether an object is inactive or left out", () => {
  const quoted = { attributes: { note: [INACTIVE, EXCLUDED] }, entitlements: [EXCLUDED] };
  const isPart = (part: string, active: boolean | null, excluded: boolean) =>
    contentText({ ...quoted, active, excluded }).includes(part);
  for (const excluded of [true, false]) {
    expect([true, null, false].map((active) => isPart(INACTIVE, active, excluded))).toEqual([
      false,
      false,
      true,
    ]);
    expect(isPart(EXCLUDED, false, excluded)).toBe(excluded);
  }
});

test("the hash is the first half of SHA-256 of the quoted name and the content", () => {
  const whole = createHash("sha256").update('"a\\"b"{}').digest("hex");
  expect(contentHash('a"b', "{}").toString("hex")).toBe(whole.slice(0, 32));
});

test("objects of two classes differ, also if they have the same id", () => {
  const keys = [
    { objectClass: "user", id: "1" },
    { objectClass: "group", id: "1" },
    { objectClass: "user", id: "2" },
  ].map(objectKey);
  expect(new Set(keys).size).toBe(3);
});

test("entitlements are listed once, in order, and without empty and excluded names", () => {
  const isExcluded = (name: string) => name === "no";
  expect(entitlementList(["b", "", "a", "no", "b"], isExcluded)).toEqual(["a", "b"]);
});

test("a pattern matches whole names, without regard to case, and a star stands for any text", () => {
  const match = firstMatch(["Admin", "tmp-*", "*-old", "a*b*c"]);
  expect(match("ADMIN")).toBe("Admin");
  expect(match("Admins")).toBeNull();
  expect(match("tmp-")).toBe("tmp-*");
  expect(match("TMP-1")).toBe("tmp-*");
  expect(match("x-tmp-1")).toBeNull();
  expect(match("crm-old")).toBe("*-old");
  expect(match("crm-older")).toBeNull();
  expect(match("a-b-c")).toBe("a*b*c");
  expect(match("abc")).toBe("a*b*c");
  expect(match("acb")).toBeNull();
  // The first of several that match.
  expect(match("tmp-old")).toBe("tmp-*");
  expect(firstMatch([])("x")).toBeNull();
});

test("patterns match as the regular expressions do that they stand for", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "B", "."), maxLength: 6 });
  const pattern = fc.string({ unit: fc.constantFrom("a", "b", ".", "*"), maxLength: 5 });
  fc.assert(
    fc.property(pattern, text, (written, name) => {
      const source = written.replaceAll(".", String.raw`\.`).replaceAll("*", ".*");
      const isMatch = new RegExp(`^(?:${source})$`, "i").test(name);
      expect(firstMatch([written])(name)).toBe(isMatch ? written : null);
    }),
    { seed: 20_261_127, numRuns: 2000 },
  );
});

test("only included names are not left out, and exclusions take precedence", () => {
  const isExcluded = excluding(
    { includedEntitlements: ["app-*", "Guest"], excludedEntitlements: ["*-tmp"] },
    new Set(["app-old"]),
  );
  const names = ["APP-1", "guest", "app-tmp", "app-old", "Sales", ""];
  expect(names.map(isExcluded)).toEqual([false, false, true, true, true, true]);
  const all = excluding({ includedEntitlements: [], excludedEntitlements: [] }, new Set());
  expect(all("Sales")).toBe(false);
});

test("a pattern excludes names, and a listed name is excluded only in its own case", () => {
  const isExcluded = excluding({ excludedEntitlements: ["tmp-*"] }, new Set(["Guest"]));
  expect(["tmp-1", "Guest", "guest", "Sales"].map(isExcluded)).toEqual([true, true, false, false]);
});
