/** Which columns the two files have, and what their headers may not be. */
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
import { ImportError } from "./errors.ts";
import type { TableSource } from "./types.ts";
import { checkText } from "./values.ts";

export const IDENTITY_FIELDS = [
  "username",
  "givenName",
  "familyName",
  "email",
  "jobTitle",
  "department",
  "location",
  "manager",
] as const;
export type IdentityField = (typeof IDENTITY_FIELDS)[number];

export const IDENTITY_COLUMNS: readonly string[] = ["id", ...IDENTITY_FIELDS];
export const ACCESS_COLUMNS: readonly string[] = [
  "identityId",
  "resource",
  "account",
  "entitlement",
];

const MAX_COLUMNS = 200;

/** The whole file is its header then. */
const LONE_CARRIAGE_RETURN = /\r(?!\n)/;

/** What spreadsheets of some countries, and some programs, write between values in place of commas. */
const SEPARATORS = [
  [";", "semicolons"],
  ["\t", "tabs"],
] as const;

/** @throws ImportError when a required column is missing, or a name is empty, unusable or there twice. */
export function checkHeader(
  table: TableSource,
  known: readonly string[],
  required: readonly string[],
): void {
  const { name, columns } = table;
  if (columns.length > MAX_COLUMNS) {
    throw new ImportError(
      "EBADCOLUMN",
      `${name} has ${columns.length} columns; at most ${MAX_COLUMNS} are read. Remove some.`,
    );
  }
  if (columns.some((column) => LONE_CARRIAGE_RETURN.test(column))) {
    throw new ImportError(
      "ECSV",
      `${name}, line 1: lines end in a carriage return alone. Save the file with LF or CRLF line ends and import it again.`,
    );
  }
  const [first = ""] = columns;
  const separator = columns.length === 1 && SEPARATORS.find(([mark]) => first.includes(mark));
  if (separator) {
    throw new ImportError(
      "ECSV",
      `${name}, line 1: values are separated by ${separator[1]}. Save the file with commas between them and import it again.`,
    );
  }
  columns.forEach((column, index) => {
    const problem =
      column === ""
        ? { reason: "has no name. Name it or remove it" }
        : checkText(column, TEXT_MAX_LENGTH);
    if (problem) {
      throw new ImportError(
        "EBADCOLUMN",
        `${name}, line 1: column ${index + 1} ${problem.reason}.`,
      );
    }
    if (columns.indexOf(column) !== index) {
      throw new ImportError(
        "EDUPLICATECOLUMN",
        `${name}, line 1: the column ${column} is there twice. Rename or remove one.`,
      );
    }
  });
  const missing = required.filter((column) => !columns.includes(column));
  if (missing.length === 0) return;
  const hints = columns.flatMap((column) => misspelling(column, known) ?? []);
  throw new ImportError(
    "EMISSINGCOLUMN",
    `${name} lacks the column${missing.length > 1 ? "s" : ""} ${missing.join(", ")}. Its first line must name the columns exactly so${
      hints.length > 0 ? `: ${hints.join("; ")}` : ""
    }.`,
  );
}

/** @returns a warning for each column whose name is a known one but for its case, spaces, dashes or underscores. */
export function misspelledColumns(table: TableSource, known: readonly string[]): string[] {
  return table.columns.flatMap((column) => misspelling(column, known) ?? []);
}

function misspelling(column: string, known: readonly string[]): string | null {
  if (known.includes(column)) return null;
  const meant = known.find(
    (name) => name.toLowerCase() === column.replace(/[\s_-]/g, "").toLowerCase(),
  );
  return meant === undefined ? null : `"${column}" was found where "${meant}" may be meant`;
}
