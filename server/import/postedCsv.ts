/** A CSV file, or an Excel workbook in its place, that came in the body of a request. */
import { checkBulkFile } from "#events/rules/bulkChange.ts";
import { message } from "#events/messages/message.ts";
import { invalid } from "../plugins/errors.ts";
import { CsvError } from "./errors.ts";
import { openTableBytes } from "./tableFile.ts";
import type { TableSource } from "./types.ts";

/**
 * Hands the table of a file to `read`.
 *
 * @param content the bytes of the file in Base64.
 * @throws ApiError EINVALID where the file as a whole is at fault: no Base64, empty or too large, no UTF-8, no CSV, a
 * damaged workbook.
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
    return await read(await openTableBytes(bytes, name));
  } catch (error) {
    if (error instanceof CsvError) throw invalid("/body/content", error.reason);
    throw error;
  }
}
