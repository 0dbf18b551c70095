/** Directory files that a browser sends. */
import { expect, test } from "vitest";
import { IMPORT_STATUSES } from "#events/entities/directoryImport.ts";
import { message } from "#events/messages/message.ts";
import {
  checkImportFiles,
  IMPORT_PART_BYTES,
  IMPORT_PART_LENGTH,
  IMPORT_REJECTS_KEPT,
  isRunning,
  partsOf,
} from "#events/rules/directoryImport.ts";

const LIMIT = 3_999_999;
const file = (size: number, name = `${size}.csv`) => ({ name, size });
const check = (
  identities: ReturnType<typeof file> | null,
  access: ReturnType<typeof file> | null,
  mode: "merge" | "replace" = "merge",
) => checkImportFiles({ identities, access }, { mode, maxBytes: LIMIT });

test("an import has a file of people, of access, or both", () => {
  expect(check(file(1), null)).toBeNull();
  expect(check(null, file(1))).toBeNull();
  expect(check(file(1), file(1))).toBeNull();
  expect(check(null, null)).toEqual(message("import.noFile"));
});

test("an import that replaces needs the file of access", () => {
  expect(check(file(1), null, "replace")).toEqual(message("import.replaceNeedsAccess"));
  expect(check(null, file(1), "replace")).toBeNull();
});

test("each file has at least one byte and at most the limit", () => {
  const tooLarge = (name: string) => message("import.tooLarge", { file: name, megabytes: 3 });
  expect(check(file(LIMIT), file(LIMIT))).toBeNull();
  expect(check(file(LIMIT + 1, "people.csv"), file(1))).toEqual(tooLarge("people.csv"));
  expect(check(file(1), file(LIMIT + 1, "access.csv"))).toEqual(tooLarge("access.csv"));
  expect(check(file(0, "people.csv"), file(1))).toEqual(
    message("csv.empty", { file: "people.csv" }),
  );
  expect(check(null, file(0, "access.csv"))).toEqual(message("csv.empty", { file: "access.csv" }));
});

test("a file is sent in parts of 150,000 bytes, the last one smaller", () => {
  expect(IMPORT_PART_BYTES).toBe(150_000);
  expect(IMPORT_REJECTS_KEPT).toBe(100_000);
  expect([1, 150_000, 150_001, 300_000, 300_001].map(partsOf)).toEqual([1, 1, 2, 2, 3]);
  expect(IMPORT_PART_LENGTH).toBe(Buffer.alloc(IMPORT_PART_BYTES).toString("base64").length);
});

test("the server works on an import that is checked or written", () => {
  expect(IMPORT_STATUSES.filter((status) => isRunning({ status }))).toEqual([
    "checking",
    "importing",
  ]);
  expect(isRunning(null)).toBe(false);
});
