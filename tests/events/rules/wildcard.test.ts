import { expect, test } from "vitest";
import { wildcard } from "#events/rules/wildcard.ts";

test.each([
  ["hr.csv", "hr.csv", true],
  ["hr.csv", "hrxcsv", false],
  ["hr-*.csv", "hr-2026.csv", true],
  ["hr-*.csv", "hr-.csv", true],
  ["hr-*.csv", "HR-1.csv", false],
  ["hr-*.csv", "hr-1.csv.part", false],
  ["*", "", true],
  ["a*a", "a", false],
  ["*a*b*", "xxbxa", false],
  ["*a*b*", "xxaxb", true],
  ["a(*", "a(1", true],
])("%s for %s: %s", (pattern, text, isMatch) => {
  expect(wildcard(pattern)(text)).toBe(isMatch);
});

test("a pattern with many asterisks is matched in linear time", () => {
  const started = performance.now();
  expect(wildcard("*a".repeat(5000))("a".repeat(4999))).toBe(false);
  expect(performance.now() - started).toBeLessThan(1000);
});
