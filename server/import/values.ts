/** What a value may be, and the record that all faults of a file are kept in. */
import type { Rejection, RejectionCode, TableRecord, TableSource } from "./types.ts";

/** Longest value of a column that the product does not know, in characters. */
export const ATTRIBUTE_MAX_LENGTH = 4000;

// Tab, line feed and carriage return may stand in a quoted value.
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL_CHARACTER = /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

export interface ValueProblem {
  readonly code: RejectionCode;
  readonly reason: string;
}

export function isBlank(value: string): boolean {
  return value === "" || value.trim() === "";
}

/** @returns null where the value may be stored. */
export function checkText(value: string, maxLength: number): ValueProblem | null {
  const control = CONTROL_CHARACTER.exec(value);
  if (control) {
    const code = control[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    return {
      code: "CONTROL_CHARACTER",
      reason: `holds the control character U+${code} as character ${control.index + 1}. Remove it`,
    };
  }
  // A character outside of the basic plane has two units, so the units are counted first.
  if (value.length > maxLength) {
    const length = Array.from(value).length;
    if (length > maxLength) {
      return {
        code: "TOO_LONG",
        reason: `has ${length} characters; at most ${maxLength} are allowed. Shorten it`,
      };
    }
  }
  return null;
}

/** Takes the faults of one table, in any order of lines. */
export class Rejections {
  readonly list: Rejection[] = [];
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  add(line: number, column: string | null, code: RejectionCode, reason: string): void {
    this.list.push({ file: this.#file, line, column, code, reason });
  }

  addProblem(line: number, column: string, problem: ValueProblem): void {
    this.add(line, column, problem.code, `The value ${problem.reason}.`);
  }

  /** @returns false, with a rejection, where the record has not one value for each column. */
  hasColumnCount(record: TableRecord, table: TableSource): boolean {
    if (record.values.length === table.columns.length) return true;
    this.add(
      record.line,
      null,
      "COLUMN_COUNT",
      `The record has ${record.values.length} values where the header has ${table.columns.length} columns. Quote values that hold a comma.`,
    );
    return false;
  }
}
