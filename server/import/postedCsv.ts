/** A CSV file that came in the body of a request. */
import { setImmediate } from "node:timers/promises";
import { checkBulkFile } from "#events/rules/bulkChange.ts";
import { message } from "#events/messages/message.ts";
import { invalid } from "../plugins/errors.ts";
import { openCsv } from "./csvFile.ts";
import { CsvError } from "./errors.ts";
import type { TableSource } from "./types.ts";

const PIECE_BYTES = 32_768;

/**
 * Hands the table of a file to `read`.
 *
 * @param content the bytes of the file in Base64.
 * @throws ApiError EINVALID where the file as a whole is at fault: no Base64, empty or too large, no UTF-8, no CSV.
 */
export async function readPostedCsv<Result>(
  content: string,
  name: string,
  read: (table: TableSource) => Promise<Result>,
): Promise<Result> {
  const bytes = Buffer.from(content, "base64");
  if (Math.ceil(bytes.length / 3) * 4 !== content.length) {
    throw invalid("/body/content", message("values.notBase64"));
  }
  const problem = checkBulkFile({ size: bytes.length });
  if (problem !== null) throw invalid("/body/content", problem);
  try {
    return await read(await openCsv(piecesOf(bytes), name));
  } catch (error) {
    if (error instanceof CsvError) throw invalid("/body/content", error.reason);
    throw error;
  }
}

/** Others have their turn between two pieces. */
async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer, void, undefined> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield bytes.subarray(at, at + PIECE_BYTES);
    await setImmediate();
  }
}
