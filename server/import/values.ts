/** The validation of values, and the collection of a file's errors. */
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import type { Rejection, RejectionCode, TableRecord, TableSource } from "./types.ts";
import { unreadableCell } from "./unreadableCell.ts";

/** Maximum length of a value in an unknown column, in characters. */
export const ATTRIBUTE_MAX_LENGTH = 4000;

// Tab, line feed and carriage return may stand in a quoted value.
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL_CHARACTER = /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

export interface ValueProblem {
  readonly code: RejectionCode;
  readonly reason: Message;
}

export function isBlank(value: string): boolean {
  return value === "" || value.trim() === "";
}

/** @returns the first control character such as `U+0000` and its position from 1; null if the text has none. */
export function findControlCharacter(
  text: string,
): { readonly character: string; readonly at: number } | null {
  const found = CONTROL_CHARACTER.exec(text);
  if (!found) return null;
  const code = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return { character: `U+${code}`, at: found.index + 1 };
}

/** @returns the length in characters if it exceeds the limit, otherwise null. */
export function findExcessLength(text: string, maxLength: number): number | null {
  // A supplementary character has two units, so the cheaper unit count comes first.
  if (text.length <= maxLength) return null;
  const length = Array.from(text).length;
  return length > maxLength ? length : null;
}

/** @returns null if the value is valid. */
export function checkText(value: string, maxLength: number): ValueProblem | null {
  const control = findControlCharacter(value);
  if (control) {
    return {
      code: "CONTROL_CHARACTER",
      reason: message("import.controlCharacter", control),
    };
  }
  const length = findExcessLength(value, maxLength);
  if (length === null) return null;
  return {
    code: "TOO_LONG",
    reason: message("import.tooLong", { length, max: maxLength }),
  };
}

/** Collects the errors of one table, in any order of lines. */
export class Rejections {
  readonly list: Rejection[] = [];
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  add(line: number, column: string | null, code: RejectionCode, reason: Message): void {
    this.list.push({ file: this.#file, line, column, code, reason });
  }

  addProblem(line: number, column: string, problem: ValueProblem): void {
    this.add(line, column, problem.code, problem.reason);
  }

  /** @returns false, with a rejection, unless the record has one value per column. */
  hasColumnCount(record: TableRecord, table: TableSource): boolean {
    if (record.values.length === table.columns.length) return true;
    this.add(
      record.line,
      null,
      "COLUMN_COUNT",
      message("import.columnCount", { count: record.values.length, columns: table.columns.length }),
    );
    return false;
  }

  /**
   * @param columns the places of the columns that are used.
   * @returns false, with a rejection, if a cell of them has no usable value.
   */
  isReadable(
    record: TableRecord,
    table: TableSource,
    columns: ReadonlySet<number> | null = null,
  ): boolean {
    const cell = unreadableCell(record, (column) => columns === null || columns.has(column));
    if (cell === undefined) return true;
    this.add(record.line, table.columns[cell.column] ?? null, "UNREADABLE_CELL", cell.reason);
    return false;
  }
}
