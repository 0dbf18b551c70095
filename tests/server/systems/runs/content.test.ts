/** Names of entitlements that the settings leave out. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { excluding, firstMatch } from "#server/systems/runs/content.ts";

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

test("a pattern excludes names, and a listed name is excluded only in its own case", () => {
  const isExcluded = excluding(["tmp-*"], new Set(["Guest"]));
  expect(["tmp-1", "Guest", "guest", "Sales"].map(isExcluded)).toEqual([true, true, false, false]);
});
