import { expect, test } from "vitest";
import { cutText } from "#events/rules/cutText.ts";

test.each([
  ["abc", 3, "abc"],
  ["abc", 2, "ab"],
  ["a😀", 3, "a😀"],
  ["a😀", 2, "a"],
  ["a😀b", 3, "a😀"],
  ["😀😀", 1, ""],
  ["a\ud83d", 2, "a"],
])("the beginning of %j in %i units is %j", (text, length, expected) => {
  expect(cutText(text, length)).toBe(expected);
});
