/** Opens the file of a system as a table: CSV in several encodings, compressed or not, or an Excel workbook. */
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { pipeline as pipe, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
import { openCsv } from "../../import/csvFile.ts";
import type { Delimiter } from "../../import/delimiter.ts";
import { CsvError, ImportError } from "../../import/errors.ts";
import type { TableRecord, TableSource } from "../../import/types.ts";
import { openWorkbook } from "../../import/xlsx/workbook.ts";
import { errorCode } from "../../db/errors.ts";
import { ConnectorError, type OpenFile } from "../contract.ts";
import { decodeText, type Charset } from "./encoding.ts";
import type { CsvSettings } from "./fields.ts";

export interface TableLimits {
  /** Bytes of the file, both as stored and uncompressed. */
  readonly maxBytes: number;
  /** A directory for workbooks, which are read in any order. */
  readonly spool: string;
}

/** What a new version of the file keeps. */
export interface TextFormat {
  readonly isCompressed: boolean;
  readonly charset: Charset;
  readonly isMarked: boolean;
  readonly delimiter: Delimiter;
}

export interface OpenTable {
  readonly columns: readonly string[];
  /** Null for a workbook. */
  readonly text: { readonly format: TextFormat; readonly header: TableRecord } | null;
  /** @throws ConnectorError */
  batches(): AsyncGenerator<readonly TableRecord[], void, undefined>;
  close(): Promise<void>;
}

const GZIP = Buffer.from([0x1f, 0x8b]);
const ZIP = Buffer.from("PK\x03\x04", "latin1");
/** Workbooks from before Excel 2007, and those with a password. */
const COMPOUND_FILE = Buffer.from("d0cf11e0a1b11ae1", "hex");
const START_BYTES = 8;
/** As of workbooks. */
const MAX_COLUMNS = 1000;

/**
 * @param keepsText whether records have the text of which they were parsed.
 * @throws ConnectorError
 */
export async function openTable(
  file: OpenFile,
  { delimiters, encoding }: Pick<CsvSettings, "delimiters" | "encoding">,
  limits: TableLimits,
  keepsText = false,
): Promise<OpenTable> {
  const { content, size } = file;
  let spool: string | null = null;
  const close = async () => {
    content.destroy();
    if (spool !== null) await rm(spool, { recursive: true, force: true });
  };
  try {
    if (size > limits.maxBytes) throw tooLarge(limits.maxBytes);
    const { start, chunks } = await readStart(content);
    if (startsWith(start, COMPOUND_FILE)) {
      throw damaged("The file is a workbook with a password, or of an Excel before 2007");
    }
    let table: TableSource;
    let text: OpenTable["text"] = null;
    if (startsWith(start, ZIP)) {
      await mkdir(limits.spool, { recursive: true, mode: 0o700 });
      spool = await mkdtemp(join(limits.spool, "table-"));
      const path = join(spool, "workbook");
      const bounded = limited(chunks, limits.maxBytes);
      await pipeline(bounded, createWriteStream(path, { mode: 0o600 }));
      table = await openWorkbook(path, file.name);
    } else {
      const isCompressed = startsWith(start, GZIP);
      const bounded = limited(isCompressed ? gunzip(chunks) : chunks, limits.maxBytes);
      const { charset, isMarked, chunks: decoded } = await decodeText(bounded, encoding);
      const csv = await openCsv(decoded, file.name, { delimiters, keepsText });
      table = csv;
      const { delimiter, header } = csv;
      text = { format: { isCompressed, charset, isMarked, delimiter }, header };
    }
    requireColumns(table.columns);
    return {
      columns: table.columns,
      text,
      batches: () => explained(table.batches),
      close,
    };
  } catch (error) {
    await close();
    throw explain(error);
  }
}

async function readStart(
  content: Readable,
): Promise<{ readonly start: Buffer; readonly chunks: AsyncIterable<Buffer> }> {
  const rest = (content as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const read: Buffer[] = [];
  let size = 0;
  while (size < START_BYTES) {
    const next = await rest.next();
    if (next.done === true) break;
    read.push(next.value);
    size += next.value.length;
  }
  const start = Buffer.concat(read);
  async function* all(): AsyncGenerator<Buffer, void, undefined> {
    if (start.length > 0) yield start;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  return { start, chunks: all() };
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start);
}

function gunzip(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  // The callback handles the errors of both streams, which also end the iteration over the second.
  return pipe(Readable.from(chunks, { objectMode: false }), createGunzip(), () => {});
}

/** A small compressed file can stand for gigabytes. */
export async function* limited(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<Buffer, void, undefined> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

/** @throws ConnectorError for a header that does not name each column once, or has no ordinary names. */
function requireColumns(columns: readonly string[]): void {
  if (columns.length > MAX_COLUMNS) throw damaged(`The file has more than ${MAX_COLUMNS} columns`);
  const odd = columns.findIndex((name) => name.length > TEXT_MAX_LENGTH || /\p{Cc}/u.test(name));
  if (odd !== -1) {
    throw damaged(
      `The name of column ${odd + 1} has a control character or more than ${TEXT_MAX_LENGTH} characters`,
    );
  }
  const unnamed = columns.indexOf("");
  if (unnamed !== -1) throw damaged(`Column ${unnamed + 1} of the file has no name`);
  const repeated = columns.find((column, at) => columns.indexOf(column) !== at);
  if (repeated !== undefined) throw damaged(`The column ${repeated} appears twice`);
}

async function* explained(
  batches: AsyncIterable<readonly TableRecord[]>,
): AsyncGenerator<readonly TableRecord[], void, undefined> {
  try {
    yield* batches;
  } catch (error) {
    throw explain(error);
  }
}

function tooLarge(maxBytes: number): ConnectorError {
  const megabytes = Math.floor(maxBytes / 1_000_000);
  return new ConnectorError("fileTooLarge", "read", `The file has more than ${megabytes} MB`);
}

function damaged(detail: string, cause?: unknown): ConnectorError {
  return new ConnectorError("contentDamaged", "read", detail, { cause });
}

function explain(error: unknown): unknown {
  if (error instanceof CsvError && error.reason.code === "xlsx.tooLarge") {
    return new ConnectorError("fileTooLarge", "read", error.message, { cause: error });
  }
  if (error instanceof ImportError) return damaged(error.message, error);
  const code = errorCode(error);
  if (code.startsWith("Z_")) return damaged("The compressed file is damaged or cut off", error);
  if (["EIO", "ESTALE", "ERR_STREAM_PREMATURE_CLOSE"].includes(code)) {
    return new ConnectorError("unreadable", "read", `The file cannot be read (${code})`, {
      cause: error,
    });
  }
  return error;
}
