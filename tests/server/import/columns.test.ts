/** The headers of import files. The names of columns are those of the README. */
import { expect, test } from "vitest";
import { english } from "../../support/english.ts";
import { message } from "#events/messages/message.ts";
import {
  ACCESS_COLUMNS,
  checkHeader,
  IDENTITY_COLUMNS,
  misspelledColumns,
} from "#server/import/columns.ts";
import { CsvError } from "#server/import/errors.ts";

const FILE = "people.csv";
const tableOf = (columns: readonly string[]) => ({ name: FILE, columns, batches: none() });

async function* none() {}

/** The error of a header that must have the columns `id` and `email`. */
function errorOf(...columns: readonly string[]) {
  try {
    checkHeader(tableOf(columns), IDENTITY_COLUMNS, ["id", "email"]);
    return null;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return [error.code, error.reason];
  }
}

test("the files have the columns that the README lists", () => {
  expect(IDENTITY_COLUMNS).toEqual(
    "id username givenName familyName email jobTitle department location manager".split(" "),
  );
  expect(ACCESS_COLUMNS).toEqual(["identityId", "resource", "account", "entitlement"]);
});

test("a header may have the required columns in any order, and up to 200 of any name", () => {
  expect(errorOf("email", "shoe size", "id")).toBeNull();
  const more = Array.from({ length: 198 }, (_, at) => `c${at}`);
  expect(errorOf("id", "email", ...more)).toBeNull();
  expect(errorOf("id", "email", ...more, "one more")).toEqual([
    "EBADCOLUMN",
    message("csv.tooManyColumns", { file: FILE, columns: 201, max: 200 }),
  ]);
});

test.each([
  ["lone carriage returns", ["id,email\r1", "x"], "csv.carriageReturns"],
  ["tabs", ["id\temail"], "csv.tabs"],
])("a file with %s in its header is not read", (_what, columns, code) => {
  expect(errorOf(...columns)).toEqual(["ECSV", { code, params: { file: FILE } }]);
});

test("line feeds after carriage returns, and tabs in one of several columns, are part of a name", () => {
  expect(errorOf("id", "email", "two\r\nlines")).toBeNull();
  expect(errorOf("id", "email", "a\tb")).toBeNull();
});

test("a column needs a name of at most 255 characters, without control characters, of its own", () => {
  const refused = (column: string) => errorOf("id", "email", column);
  expect(refused("")).toEqual([
    "EBADCOLUMN",
    message("csv.unnamedColumn", { file: FILE, column: 3 }),
  ]);
  expect(refused("ab\u0007")).toEqual([
    "EBADCOLUMN",
    message("csv.columnControlCharacter", { file: FILE, column: 3, character: "U+0007", at: 3 }),
  ]);
  expect(refused("x".repeat(255))).toBeNull();
  expect(refused("👋".repeat(255))).toBeNull();
  expect(refused("x".repeat(256))).toEqual([
    "EBADCOLUMN",
    message("csv.columnTooLong", { file: FILE, column: 3, length: 256, max: 255 }),
  ]);
  expect(refused("id")).toEqual([
    "EDUPLICATECOLUMN",
    message("csv.repeatedColumn", { file: FILE, name: "id" }),
  ]);
});

test("missing columns are named, with the columns that may be meant", () => {
  expect(errorOf("id")).toEqual([
    "EMISSINGCOLUMN",
    message("csv.missingColumns", { count: 1, file: FILE, names: "email" }),
  ]);
  expect(errorOf("name", "shoe size")).toEqual([
    "EMISSINGCOLUMN",
    message("csv.missingColumns", { count: 2, file: FILE, names: "id, email" }),
  ]);
  expect(errorOf("ID", "E-Mail", "job_title", "username")).toEqual([
    "EMISSINGCOLUMN",
    message("csv.misspelledColumns", {
      count: 2,
      file: FILE,
      names: "id, email",
      renames: '"ID" → "id", "E-Mail" → "email", "job_title" → "jobTitle"',
    }),
  ]);
});

test("columns that differ from a known one in case, spaces, dashes or underscores get a warning", () => {
  const columns = ["id", "GIVEN NAME", "family-name", "Job_Title", "e.mail", "boss"];
  const warnings = misspelledColumns(tableOf(columns), IDENTITY_COLUMNS, "import.misspelled");
  expect(warnings.map((warning) => english(warning))).toEqual([
    `${FILE}: "GIVEN NAME" was found where "givenName" may be meant.`,
    `${FILE}: "family-name" was found where "familyName" may be meant.`,
    `${FILE}: "Job_Title" was found where "jobTitle" may be meant.`,
  ]);
});
