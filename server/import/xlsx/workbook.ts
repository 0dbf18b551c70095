/** Streams the first visible sheet of an .xlsx file as a table. Only the shared strings are kept in memory. */
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { CsvError, ImportError } from "../errors.ts";
import type { TableRecord, TableSource, UnreadableCell } from "../types.ts";
import { unreadableCell } from "../unreadableCell.ts";
import { Archive, type WorkbookFile } from "./archive.ts";
import { columnOf, dateText, isDateFormat, numberText, unescapeText } from "./cells.ts";
import { parseXml, readXml } from "./xml.ts";

/** Maximum columns of a sheet, because one distant cell would make every row that long. */
const COLUMNS_MAX = 1000;

/** The data that the cells of a sheet refer to. */
interface Book {
  /** The path of the sheet's part. */
  readonly sheet: string;
  readonly strings: readonly string[];
  /** Whether each cell style shows a date. */
  readonly dates: readonly boolean[];
  readonly is1904: boolean;
}

/**
 * Opens the workbook and reads its header.
 *
 * @throws ImportError if it is damaged, too large or empty. Reading its rows may throw one, too.
 */
export async function openWorkbook(file: WorkbookFile, name: string): Promise<TableSource> {
  const book = await withArchive(file, name, readBook);
  const header = await firstOf(rowsOf(file, name, book));
  if (header === null) throw new CsvError("EFILEEMPTY", message("csv.empty", { file: name }));
  const cell = unreadableCell(header);
  if (cell !== undefined) {
    const { line } = header;
    const where = { file: name, line, column: cell.column + 1, reason: cell.reason };
    throw new CsvError("EBADCOLUMN", message("xlsx.headerCell", where));
  }
  const columns = withoutBlankEnd(header.values).map((column) => column.trim());
  return { name, columns, batches: recordsOf(rowsOf(file, name, book), header, columns.length) };
}

async function withArchive<T>(
  file: WorkbookFile,
  name: string,
  work: (archive: Archive, name: string) => Promise<T>,
): Promise<T> {
  try {
    const archive = await Archive.open(file, name);
    try {
      return await work(archive, name);
    } finally {
      archive.close();
    }
  } catch (error) {
    throw workbookError(error, name);
  }
}

function workbookError(error: unknown, file: string): Error {
  if (error instanceof ImportError) return error;
  return new CsvError("EWORKBOOK", message("xlsx.damaged", { file }));
}

async function firstOf(
  batches: AsyncGenerator<readonly TableRecord[], void, undefined>,
): Promise<TableRecord | null> {
  for await (const [first] of batches) if (first) return first;
  return null;
}

/**
 * The records below the header. Each has at least as many values as the header, and more if further cells are not blank or
 * not readable.
 */
async function* recordsOf(
  batches: AsyncGenerator<readonly TableRecord[], void, undefined>,
  header: TableRecord,
  length: number,
): AsyncGenerator<readonly TableRecord[], void, undefined> {
  for await (const batch of batches) {
    yield batch
      .filter(({ line }) => line > header.line)
      .map(({ line, values, unreadable }) => {
        const filled = withoutBlankEnd(values);
        const lastUnreadable = unreadable?.at(-1)?.column ?? -1;
        const missing = Math.max(0, length - filled.length, lastUnreadable + 1 - filled.length);
        const whole = [...filled, ...Array<string>(missing).fill("")];
        return { line, values: whole, ...(unreadable && { unreadable }) };
      });
  }
}

function withoutBlankEnd(values: readonly string[]): readonly string[] {
  return values.slice(0, values.findLastIndex((value) => value.trim() !== "") + 1);
}

const WORKBOOK = "xl/workbook.xml";

async function readBook(archive: Archive, file: string): Promise<Book> {
  const targets = new Map<string, string>();
  await readXml(archive.read("xl/_rels/workbook.xml.rels"), {
    open: (name, attribute) => {
      if (name !== "Relationship") return;
      const target = attribute("Target") ?? "";
      targets.set(attribute("Id") ?? "", target.startsWith("/") ? target.slice(1) : `xl/${target}`);
    },
  });
  let sheet: string | null = null;
  let is1904 = false;
  await readXml(archive.read(WORKBOOK), {
    open: (name, attribute) => {
      if (name === "workbookPr") is1904 = isTrue(attribute("date1904"));
      if (name !== "sheet" || sheet !== null) return;
      if ((attribute("state") ?? "visible") !== "visible") return;
      sheet = targets.get(attribute("r:id") ?? "") ?? null;
    },
  });
  if (sheet === null) throw new CsvError("EWORKBOOK", message("xlsx.noSheet", { file }));
  return { sheet, is1904, strings: await readStrings(archive), dates: await readDates(archive) };
}

const isTrue = (value: string | undefined) => value === "1" || value === "true";

async function readStrings(archive: Archive): Promise<readonly string[]> {
  const part = "xl/sharedStrings.xml";
  if (!archive.has(part)) return [];
  const strings: string[] = [];
  const text = new TextCollector();
  await readXml(archive.read(part), {
    open: (name) => {
      if (name === "si") text.clear();
      else text.open(name);
    },
    close: (name) => {
      if (name === "si") strings.push(unescapeText(text.value));
      else text.close(name);
    },
    text: (piece) => text.add(piece),
  });
  return strings;
}

/** The runs of the displayed text, without phonetic runs. */
class TextCollector {
  value = "";
  #isText = false;
  #isPhonetic = false;

  clear(): void {
    this.value = "";
  }

  open(name: string): void {
    if (name === "t") this.#isText = !this.#isPhonetic;
    else if (name === "rPh") this.#isPhonetic = true;
  }

  close(name: string): void {
    if (name === "t") this.#isText = false;
    else if (name === "rPh") this.#isPhonetic = false;
  }

  add(piece: string): void {
    if (this.#isText) this.value += piece;
  }
}

async function readDates(archive: Archive): Promise<readonly boolean[]> {
  const part = "xl/styles.xml";
  if (!archive.has(part)) return [];
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let isCellStyle = false;
  await readXml(archive.read(part), {
    open: (name, attribute) => {
      if (name === "numFmt") {
        codes.set(Number(attribute("numFmtId")), attribute("formatCode") ?? "");
      } else if (name === "cellXfs") isCellStyle = true;
      else if (name === "xf" && isCellStyle) formats.push(Number(attribute("numFmtId") ?? 0));
    },
    close: (name) => {
      if (name === "cellXfs") isCellStyle = false;
    },
  });
  return formats.map((id) => isDateFormat(id, codes.get(id)));
}

/** The non-empty rows in the order of the sheet, one batch per piece of XML. */
async function* rowsOf(
  file: WorkbookFile,
  name: string,
  book: Book,
): AsyncGenerator<readonly TableRecord[], void, undefined> {
  let archive: Archive | null = null;
  try {
    archive = await Archive.open(file, name);
    const reader = new SheetReader(book, name);
    for await (const _step of parseXml(archive.read(book.sheet), reader)) {
      const rows = reader.take();
      if (rows.length > 0) yield rows;
    }
  } catch (error) {
    throw workbookError(error, name);
  } finally {
    archive?.close();
  }
}

/** Maximum characters of an error in a message. Those of spreadsheets are shorter. */
const ERROR_MAX = 20;

class SheetReader {
  #rows: TableRecord[] = [];
  #line = 0;
  #values: string[] = [];
  #unreadable: UnreadableCell[] = [];
  #column = -1;
  #type = "";
  #style = 0;
  #value = "";
  #isValue = false;
  /** Whether the cell has an element of its value, which may be empty. */
  #hasValue = false;
  #hasFormula = false;
  readonly #text = new TextCollector();
  readonly #book: Book;
  readonly #file: string;

  constructor(book: Book, file: string) {
    this.#book = book;
    this.#file = file;
  }

  /** The rows completed since the last call. */
  take(): readonly TableRecord[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  readonly open = (name: string, attribute: (name: string) => string | undefined): void => {
    if (name === "row") {
      const line = Number(attribute("r"));
      this.#line = line > this.#line ? line : this.#line + 1;
      this.#values = [];
      this.#unreadable = [];
      this.#column = -1;
    } else if (name === "c") {
      this.#column = columnOf(attribute("r") ?? "") ?? this.#column + 1;
      this.#type = attribute("t") ?? "n";
      this.#style = Number(attribute("s") ?? 0);
      this.#value = "";
      this.#hasValue = false;
      this.#hasFormula = false;
      this.#text.clear();
    } else if (name === "v") {
      this.#isValue = true;
      this.#hasValue = true;
    } else if (name === "f") this.#hasFormula = true;
    else this.#text.open(name);
  };

  readonly close = (name: string): void => {
    if (name === "v") this.#isValue = false;
    else if (name === "c") this.#endCell();
    else if (name === "row") this.#endRow();
    else this.#text.close(name);
  };

  readonly text = (piece: string): void => {
    if (this.#isValue) this.#value += piece;
    else this.#text.add(piece);
  };

  #endCell(): void {
    const reason = this.#problem();
    const text = reason === null ? this.#cellText() : "";
    if (text === "" && reason === null) return;
    if (this.#column >= COLUMNS_MAX) {
      throw new CsvError(
        "EBADCOLUMN",
        message("csv.tooManyColumns", {
          file: this.#file,
          columns: this.#column + 1,
          max: COLUMNS_MAX,
        }),
      );
    }
    while (this.#values.length < this.#column) this.#values.push("");
    this.#values[this.#column] = text;
    if (reason !== null) this.#unreadable.push({ column: this.#column, reason });
  }

  /** Why the cell has no usable value; null if it has one or is empty. A formula's text may be empty. */
  #problem(): Message | null {
    const value = this.#value.trim();
    if (this.#type === "e" && value !== "") {
      return message("xlsx.errorCell", { error: value.slice(0, ERROR_MAX) });
    }
    if (!this.#hasFormula) return null;
    const isCalculated = this.#type === "str" ? this.#hasValue : value !== "";
    return isCalculated ? null : message("xlsx.notCalculated");
  }

  #cellText(): string {
    const value = this.#value;
    switch (this.#type) {
      case "s":
        return value === "" ? "" : (this.#book.strings[Number(value)] ?? "");
      case "inlineStr":
        return unescapeText(this.#text.value);
      case "b":
        return value === "1" ? "TRUE" : "FALSE";
      case "n":
        if (value === "") return "";
        return this.#book.dates[this.#style]
          ? dateText(Number(value), this.#book.is1904)
          : numberText(value);
      default:
        return unescapeText(value);
    }
  }

  #endRow(): void {
    const [line, values, unreadable] = [this.#line, this.#values, this.#unreadable];
    if (unreadable.length > 0) this.#rows.push({ line, values, unreadable });
    else if (values.some((value) => value.trim() !== "")) this.#rows.push({ line, values });
  }
}
