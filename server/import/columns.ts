/** The columns of the two files, and the validation of headers. */
import type { Message } from "#events/kernel/message.ts";
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
import { message } from "#events/messages/message.ts";
import { EXTENSION } from "#events/rules/mappings/fields.ts";
import { CsvError } from "./errors.ts";
import type { TableSource } from "./types.ts";
import { findControlCharacter, findExcessLength } from "./values.ts";

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

/** The field or additional attribute of an identity that a field of a mapping names. */
export function attributeOf(field: string): string {
  return field.startsWith(EXTENSION) ? field.slice(EXTENSION.length) : field;
}

export const IDENTITY_COLUMNS: readonly string[] = ["id", ...IDENTITY_FIELDS];
export const ACCESS_COLUMNS: readonly string[] = [
  "identityId",
  "resource",
  "account",
  "entitlement",
];

const MAX_COLUMNS = 200;

/** The whole file becomes its header then. */
const LONE_CARRIAGE_RETURN = /\r(?!\n)/;

/** A separator that some programs use instead of commas. */
const TAB = "\t";

/** @throws ImportError if a required column is missing, or a name is empty, invalid or repeated. */
export function checkHeader(
  table: TableSource,
  known: readonly string[],
  required: readonly string[],
): void {
  const { name: file, columns } = table;
  if (columns.length > MAX_COLUMNS) {
    throw new CsvError(
      "EBADCOLUMN",
      message("csv.tooManyColumns", { file, columns: columns.length, max: MAX_COLUMNS }),
    );
  }
  if (columns.some((column) => LONE_CARRIAGE_RETURN.test(column))) {
    throw new CsvError("ECSV", message("csv.carriageReturns", { file }));
  }
  const [first = ""] = columns;
  if (columns.length === 1 && first.includes(TAB)) {
    throw new CsvError("ECSV", message("csv.tabs", { file }));
  }
  columns.forEach((name, index) => {
    const problem = checkName(file, name, index + 1);
    if (problem) throw new CsvError("EBADCOLUMN", problem);
    if (columns.indexOf(name) !== index) {
      throw new CsvError("EDUPLICATECOLUMN", message("csv.repeatedColumn", { file, name }));
    }
  });
  const missing = required.filter((column) => !columns.includes(column));
  if (missing.length === 0) return;
  const what = { count: missing.length, file, names: missing.join(", ") };
  const renames = columns.flatMap((found) => {
    const meant = meantBy(found, known);
    return meant === null ? [] : `"${found}" → "${meant}"`;
  });
  throw new CsvError(
    "EMISSINGCOLUMN",
    renames.length > 0
      ? message("csv.misspelledColumns", { ...what, renames: renames.join(", ") })
      : message("csv.missingColumns", what),
  );
}

function checkName(file: string, name: string, column: number): Message | null {
  if (name === "") return message("csv.unnamedColumn", { file, column });
  const control = findControlCharacter(name);
  if (control) return message("csv.columnControlCharacter", { file, column, ...control });
  const length = findExcessLength(name, TEXT_MAX_LENGTH);
  if (length === null) return null;
  return message("csv.columnTooLong", { file, column, length, max: TEXT_MAX_LENGTH });
}

/**
 * @returns a warning for each column whose name differs from a known one only in case, spaces, dashes or underscores.
 */
export function misspelledColumns(
  { name: file, columns }: TableSource,
  known: readonly string[],
  code: "import.misspelled" | "import.misspelledKept",
): Message[] {
  return columns.flatMap((column) => {
    const meant = meantBy(column, known);
    return meant === null ? [] : message(code, { file, column, meant });
  });
}

function meantBy(column: string, known: readonly string[]): string | null {
  return known.includes(column) ? null : similarName(column, known);
}

/** @returns the first name that differs only in case, spaces, dashes or underscores. */
export function similarName(wanted: string, names: readonly string[]): string | null {
  const plain = (name: string) => name.replace(/[\s_-]/g, "").toLowerCase();
  const plainWanted = plain(wanted);
  return names.find((name) => plain(name) === plainWanted) ?? null;
}
