/** Opens an Excel workbook or a CSV file as a table, depending on its content. */
import { open } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { message } from "#events/messages/message.ts";
import { checkFile, openCsv, openCsvFile, type ReadLimits } from "./csvFile.ts";
import { CsvError } from "./errors.ts";
import type { TableSource } from "./types.ts";
import { openWorkbook } from "./xlsx/workbook.ts";

const PIECE_BYTES = 32_768;

/** The first bytes of every non-empty ZIP archive. */
const ZIP = Buffer.from("PK\x03\x04", "latin1");
/** The first bytes of workbooks from before Excel 2007, and of newer ones with a password. */
const COMPOUND_FILE = Buffer.from("d0cf11e0a1b11ae1", "hex");

/** @param name the file's name in messages. @throws ImportError like `openCsvFile` and `openWorkbook`. */
export async function openTableFile(
  path: string,
  name = path,
  limits: ReadLimits = {},
): Promise<TableSource> {
  await checkFile(path, name);
  const isWorkbook = isWorkbookStart(await readStart(path), name);
  return isWorkbook ? openWorkbook(path, name) : openCsvFile(path, name, limits);
}

/** Like `openTableFile`, for bytes. Yields to the event loop after each piece. */
export async function openTableBytes(bytes: Buffer, name: string): Promise<TableSource> {
  return isWorkbookStart(bytes, name) ? openWorkbook(bytes, name) : openCsv(piecesOf(bytes), name);
}

/** @returns no bytes if the file cannot be read. The reader that follows reports the reason. */
async function readStart(path: string): Promise<Buffer> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    return Buffer.alloc(0);
  }
}

function isWorkbookStart(start: Buffer, file: string): boolean {
  if (start.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE)) {
    throw new CsvError("EWORKBOOK", message("xlsx.oldOrLocked", { file }));
  }
  return start.subarray(0, ZIP.length).equals(ZIP);
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer, void, undefined> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield bytes.subarray(at, at + PIECE_BYTES);
    await setImmediate();
  }
}
