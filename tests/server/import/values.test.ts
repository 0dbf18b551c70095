import { expect, test } from "vitest";
import { message } from "#events/messages/message.ts";
import {
  ATTRIBUTE_MAX_LENGTH,
  checkText,
  findControlCharacter,
  findExcessLength,
  isBlank,
  Rejections,
} from "#server/import/values.ts";

test("control characters are found with their position from 1, except tab and line breaks", () => {
  expect(findControlCharacter("a\tb\r\nc")).toBeNull();
  expect(findControlCharacter("\0")).toEqual({ character: "U+0000", at: 1 });
  expect(findControlCharacter("ab\u009f\0")).toEqual({ character: "U+009F", at: 3 });
  for (const [code, isControl] of [
    [0x08, true],
    [0x0b, true],
    [0x0c, true],
    [0x0e, true],
    [0x1f, true],
    [0x20, false],
    [0x7e, false],
    [0x7f, true],
    [0xa0, false],
  ] as const) {
    expect(findControlCharacter(String.fromCharCode(code)) !== null, String(code)).toBe(isControl);
  }
});

test("length counts characters, not code units", () => {
  expect(findExcessLength("👋👋", 2)).toBeNull();
  expect(findExcessLength("👋👋", 1)).toBe(2);
  expect(findExcessLength("ab", 2)).toBeNull();
  expect(findExcessLength("abc", 2)).toBe(3);
});

test("a value is checked for both, and the problem says what to do", () => {
  expect(checkText("fine", 4)).toBeNull();
  expect(checkText("a\u0007bcdef", 4)).toEqual({
    code: "CONTROL_CHARACTER",
    reason: message("import.controlCharacter", { character: "U+0007", at: 2 }),
  });
  expect(checkText("longer", 4)).toEqual({
    code: "TOO_LONG",
    reason: message("import.tooLong", { length: 6, max: 4 }),
  });
});

test("a value of an unknown column may have 4,000 characters", () => {
  expect(checkText("x".repeat(4000), ATTRIBUTE_MAX_LENGTH)).toBeNull();
  expect(checkText("x".repeat(4001), ATTRIBUTE_MAX_LENGTH)?.code).toBe("TOO_LONG");
});

test("blank is empty or only space", () => {
  expect(["", " \t\n", " a "].map(isBlank)).toEqual([true, true, false]);
});

test("a record needs one value for each column", () => {
  const table = { name: "people.csv", columns: ["id", "email"], batches: none() };
  const rejections = new Rejections("people.csv");
  expect(rejections.hasColumnCount({ line: 2, values: ["1", ""] }, table)).toBe(true);
  expect(rejections.list).toEqual([]);
  expect(rejections.hasColumnCount({ line: 3, values: ["1"] }, table)).toBe(false);
  rejections.addProblem(4, "email", { code: "TOO_LONG", reason: message("import.noId") });
  expect(rejections.list).toEqual([
    {
      file: "people.csv",
      line: 3,
      column: null,
      code: "COLUMN_COUNT",
      reason: message("import.columnCount", { count: 1, columns: 2 }),
    },
    {
      file: "people.csv",
      line: 4,
      column: "email",
      code: "TOO_LONG",
      reason: message("import.noId"),
    },
  ]);
});

async function* none() {}
