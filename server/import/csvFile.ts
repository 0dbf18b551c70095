/**
 * Reads a .csv or .csv.gz file with commas or semicolons as a table. Streams it with at most one chunk in memory.
 */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { Parser } from "csv-parse";
import { message } from "#events/messages/message.ts";
import { errorCode } from "../db/errors.ts";
import { detectDelimiter, type Delimiter } from "./delimiter.ts";
import { CsvError, ImportError, type ImportErrorCode } from "./errors.ts";
import type { TableRecord, TableSource } from "./types.ts";
import { checkUtf8 } from "./utf8.ts";

/** Maximum length of a record. An unclosed quote would otherwise read the rest of the file into memory. */
export const RECORD_MAX_BYTES = 1_048_576;
const CHUNK_BYTES = 262_144;

export interface ReadLimits {
  /** Maximum bytes of the uncompressed file; by default there is none. */
  readonly maxBytes?: number;
  /** Called with each chunk's bytes, as they are on disk. */
  readonly onBytes?: (bytes: number) => void;
}

/**
 * Opens the file and reads its header.
 *
 * @param path ends in .gz if the file is compressed.
 * @param name the file's name in messages.
 * @throws ImportError if it is missing, unreadable, a directory or empty. Reading on may throw one with the line of
 * invalid UTF-8, CSV or compression.
 */
export async function openCsvFile(
  path: string,
  name = path,
  limits: ReadLimits = {},
): Promise<TableSource> {
  await checkFile(path, name);
  return openCsv(readBytes(path, name, limits), name);
}

export interface CsvSource extends TableSource {
  readonly delimiter: Delimiter;
  readonly header: TableRecord;
}

interface CsvOptions {
  /** The only one, or those among which the header decides; by default those of spreadsheets. */
  readonly delimiters?: readonly Delimiter[];
  /** Records also have the text of which they were parsed. */
  readonly keepsText?: boolean;
}

/** Like `openCsvFile`, for bytes of any source. */
export async function openCsv(
  chunks: AsyncIterable<Buffer>,
  name: string,
  { delimiters, keepsText = false }: CsvOptions = {},
): Promise<CsvSource> {
  const { delimiter, chunks: text } = await detectDelimiter(checkUtf8(chunks, name), delimiters);
  const batches = readRecords(text, name, new RecordParser(delimiter, keepsText));
  const first = await batches.next();
  const [header, ...records] = first.done === true ? [] : first.value;
  if (header === undefined) {
    throw new CsvError("EFILEEMPTY", message("csv.empty", { file: name }));
  }
  return {
    name,
    delimiter,
    header,
    columns: header.values.map((column) => column.trim()),
    batches: prepend(records, batches),
  };
}

async function* prepend(
  first: readonly TableRecord[],
  rest: AsyncIterable<readonly TableRecord[]>,
): AsyncGenerator<readonly TableRecord[], void, undefined> {
  if (first.length > 0) yield first;
  yield* rest;
}

export async function checkFile(path: string, name: string): Promise<void> {
  try {
    const found = await stat(path);
    if (!found.isDirectory()) return;
  } catch (error) {
    throw fileError(error, name);
  }
  throw new ImportError("EFILEDIRECTORY", `${name} is a directory. Give the path of a CSV file.`);
}

function readBytes(
  path: string,
  name: string,
  { maxBytes = Infinity, onBytes }: ReadLimits,
): AsyncGenerator<Buffer, void, undefined> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const raw = onBytes ? countBytes(file, onBytes) : file;
  const bytes = path.toLowerCase().endsWith(".gz")
    ? // The callback handles the errors of both streams, which also end the iteration over the second.
      pipeline(raw, createGunzip({ chunkSize: CHUNK_BYTES }), () => {})
    : raw;
  return withFileErrors(limitBytes(bytes, name, maxBytes), name);
}

async function* countBytes(
  chunks: AsyncIterable<Buffer>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}

/** A small compressed file can stand for gigabytes. */
async function* limitBytes(
  chunks: AsyncIterable<Buffer>,
  file: string,
  maxBytes: number,
): AsyncGenerator<Buffer, void, undefined> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      const megabytes = Math.floor(maxBytes / 1_000_000);
      throw new CsvError("ETOOLARGE", message("import.tooLarge", { file, megabytes }));
    }
    yield chunk;
  }
}

async function* withFileErrors(
  chunks: AsyncIterable<Buffer>,
  name: string,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* chunks;
  } catch (error) {
    throw fileError(error, name);
  }
}

/** What the parser emits with its option `raw`. */
interface RawRecord {
  readonly record: string[];
  readonly raw: string;
}

/**
 * Keeps parsed records with their lines instead of queueing them for stream readers. (The parser's `on_record` gives no
 * more information, and takes as long as the parsing itself.)
 */
class RecordParser extends Parser {
  /** The line of the next record, except for preceding empty lines. */
  #line = 1;
  #emptyLines = 0;
  #records: TableRecord[] = [];

  constructor(delimiter: Delimiter, keepsText: boolean) {
    super({
      bom: true,
      raw: keepsText,
      delimiter,
      record_delimiter: ["\r\n", "\n"],
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: RECORD_MAX_BYTES,
    });
  }

  override push(parsed: string[] | RawRecord | null): boolean {
    if (parsed === null) return super.push(null);
    const line = this.nextLine();
    this.#emptyLines = this.info.empty_lines;
    const values = Array.isArray(parsed) ? parsed : parsed.record;
    this.#records.push(
      Array.isArray(parsed) ? { line, values } : { line, values, text: parsed.raw },
    );
    this.#line = line + 1 + lineFeedsIn(values);
    return true;
  }

  /** Only the parser knows the empty lines before a record. */
  nextLine(): number {
    return this.#line + this.info.empty_lines - this.#emptyLines;
  }

  /** @returns the records completed since the last call. */
  takeRecords(): TableRecord[] {
    const records = this.#records;
    this.#records = [];
    return records;
  }
}

/** Yields the records, header included, in one batch per chunk that completes at least one. */
async function* readRecords(
  text: AsyncIterable<Buffer>,
  name: string,
  parser: RecordParser,
): AsyncGenerator<readonly TableRecord[], void, undefined> {
  // The callers of write and end get the errors.
  parser.on("error", () => {});
  parser.resume();
  try {
    for await (const chunk of text) {
      await write(parser, chunk);
      const batch = parser.takeRecords();
      if (batch.length > 0) yield batch;
    }
    await end(parser);
  } catch (error) {
    throw error instanceof ImportError ? error : csvError(error, name, parser.nextLine());
  }
  const last = parser.takeRecords();
  if (last.length > 0) yield last;
}

function lineFeedsIn(values: readonly string[]): number {
  let count = 0;
  for (const value of values) {
    for (let at = value.indexOf("\n"); at !== -1; at = value.indexOf("\n", at + 1)) count++;
  }
  return count;
}

function write(parser: Parser, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}

function end(parser: Parser): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.once("error", reject);
    parser.end(() => resolve());
  });
}

function csvError(error: unknown, file: string, line: number): unknown {
  const fault = FAULTS.get(errorCode(error));
  return fault ? new CsvError("ECSV", message(fault, { file, line })) : error;
}

const FAULTS: ReadonlyMap<
  string,
  "csv.openQuote" | "csv.longRecord" | "csv.afterQuote" | "csv.strayQuote"
> = new Map([
  ["CSV_QUOTE_NOT_CLOSED", "csv.openQuote"],
  ["CSV_MAX_RECORD_SIZE", "csv.longRecord"],
  ["CSV_INVALID_CLOSING_QUOTE", "csv.afterQuote"],
  ["INVALID_OPENING_QUOTE", "csv.strayQuote"],
] as const);

function fileError(error: unknown, name: string): unknown {
  if (error instanceof ImportError) return error;
  const code = errorCode(error);
  const known = FILE_ERRORS[code];
  if (known) return new ImportError(known[0], `${name} ${known[1]}`, { cause: error });
  if (code.startsWith("Z_")) {
    return new CsvError("ECOMPRESSION", message("csv.badGzip", { file: name }));
  }
  if (error instanceof Error && "syscall" in error) {
    return new ImportError("EFILEREAD", `${name} cannot be read: ${error.message}.`, {
      cause: error,
    });
  }
  return error;
}

const FILE_ERRORS: Readonly<Record<string, readonly [ImportErrorCode, string]>> = {
  ENOENT: ["EFILENOTFOUND", "does not exist. Check the path."],
  ENOTDIR: ["EFILENOTFOUND", "does not exist. Check the path."],
  ENAMETOOLONG: ["EFILENOTFOUND", "does not exist: the path is too long."],
  EACCES: ["EFILEACCESS", "may not be read by this user. Change its permissions or copy it."],
  EPERM: ["EFILEACCESS", "may not be read by this user. Change its permissions or copy it."],
  EISDIR: ["EFILEDIRECTORY", "is a directory. Give the path of a CSV file."],
};
