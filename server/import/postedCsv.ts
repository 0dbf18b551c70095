/** Reads a CSV file or an Excel workbook from the body of a request. */
import { checkBulkFile } from "#events/rules/bulkChange.ts";
import { message } from "#events/messages/message.ts";
import { invalid } from "../plugins/errors.ts";
import { CsvError } from "./errors.ts";
import { openTableBytes } from "./tableFile.ts";
import type { TableSource } from "./types.ts";

/**
 * Opens the file as a table and passes it to `read`.
 *
 * @param content the bytes of the file in Base64.
 * @throws ApiError EINVALID if the file as a whole is unusable: invalid Base64, empty, too large, not UTF-8, not CSV, or a
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
