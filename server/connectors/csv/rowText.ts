/** The text of rows. Cells that did not change keep theirs, and so do whole rows. */
import type { Delimiter } from "../../import/delimiter.ts";
import type { TableRecord } from "../../import/types.ts";
import type { Row } from "./changeRows.ts";

type LineEnd = "\r\n" | "\n" | "";

/** The text of a record without empty lines before it, and the end of its line. */
export function splitEnd(record: TableRecord): { readonly text: string; readonly end: LineEnd } {
  const text = (record.text ?? "").replace(/^[\r\n]+/, "");
  // The parser leaves out the second character of an end.
  if (text.endsWith("\r")) return { text: text.slice(0, -1), end: "\r\n" };
  return text.endsWith("\n") ? { text: text.slice(0, -1), end: "\n" } : { text, end: "" };
}

/** The cells of a record as they are written, with their quotes. */
export function cellsOf(record: TableRecord, delimiter: Delimiter): readonly string[] {
  const { text } = splitEnd(record);
  const cells: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (character === delimiter && !isQuoted) {
      cells.push(text.slice(start, at));
      start = at + 1;
    }
  }
  cells.push(text.slice(start));
  return cells;
}

/** @param like the record that the row replaces; for a new row one whose quotes it copies. */
export function textOfRow(row: Row, like: TableRecord, delimiter: Delimiter): string {
  const cells = cellsOf(like, delimiter);
  return row.values
    .map((value, at) => {
      const cell = cells[at];
      if (cell !== undefined && value === like.values[at]) return cell;
      const mustQuote = value.includes(delimiter) || /["\r\n]/.test(value);
      return mustQuote || cell?.startsWith('"') === true
        ? `"${value.replaceAll('"', '""')}"`
        : value;
    })
    .join(delimiter);
}

/** Joins lines, and ends the last one as the last line of the former text. */
export class Lines {
  readonly #usualEnd: LineEnd;
  #lastEnd: LineEnd;
  /** Of the line that was added last; null before the first. */
  #end: LineEnd | null = null;
  #text = "";

  constructor(header: TableRecord) {
    const { text, end } = splitEnd(header);
    this.#usualEnd = end === "" ? "\n" : end;
    this.#lastEnd = end;
    this.#add(text, end);
  }

  /** A line of the former text, or what replaces it. Null: it is left out. */
  addFormer(record: TableRecord, text: string | null): void {
    const { end } = splitEnd(record);
    this.#lastEnd = end;
    if (text !== null) this.#add(text, end);
  }

  addNew(text: string): void {
    this.#add(text, this.#usualEnd);
  }

  #add(text: string, end: LineEnd): void {
    if (this.#end !== null) this.#text += this.#end === "" ? this.#usualEnd : this.#end;
    this.#text += text;
    this.#end = end;
  }

  get length(): number {
    return this.#text.length;
  }

  /** @returns the text since the last call. The end of the last line is not part of it yet. */
  take(): string {
    const text = this.#text;
    this.#text = "";
    return text;
  }

  /** @returns the rest of the text. */
  finish(): string {
    return this.take() + (this.#lastEnd === "" ? "" : this.#end || this.#usualEnd);
  }
}
