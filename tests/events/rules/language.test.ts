import { expect, test } from "vitest";
import { firstLanguage } from "#events/rules/language.ts";

test.each([
  ["de", ["en-GB"], "de"],
  ["en", ["de"], "en"],
  [null, ["de"], "de"],
  [null, ["DE-at", "en"], "de"],
  [null, ["fr-FR", "de-CH", "en"], "de"],
  [null, ["en-US", "de"], "en"],
  [null, ["fr", "x-de"], "en"],
  [null, [], "en"],
  ["fr", ["de"], "de"],
] as const)("a user who chose %j and prefers %j gets %j", (chosen, preferred, expected) => {
  expect(firstLanguage(chosen, preferred)).toBe(expected);
});
