/** Writes the new version of a table file: the rows of some accounts change, and all else stays as it is. */
import type { FileHandle } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { TableRecord } from "../../import/types.ts";
import { idOf, Problems } from "./accounts.ts";
import type { Rows } from "./changeRows.ts";
import { encodeText } from "./encoding.ts";
import { limited, type OpenTable, type TextFormat } from "./openTable.ts";
import { Lines, splitEnd, textOfRow } from "./rowText.ts";
import type { Survey } from "./survey.ts";

/** Characters. */
const PIECE = 65_536;

/** @param changed the new rows of accounts by id. New accounts come last, in the order of the map. */
export async function writeVersion(
  file: FileHandle,
  table: OpenTable,
  batches: AsyncIterable<readonly TableRecord[]>,
  survey: Survey,
  changed: ReadonlyMap<string, Rows>,
  maxBytes: number,
): Promise<void> {
  const { format } = survey;
  const text = newText(table, batches, survey, changed);
  const bytes = limited(encoded(text, format), maxBytes);
  if (format.isCompressed) {
    await pipeline(bytes, createGzip(), (compressed) => file.writeFile(compressed));
  } else await file.writeFile(bytes);
}

async function* encoded(
  texts: AsyncIterable<string>,
  { charset, isMarked }: TextFormat,
): AsyncGenerator<Buffer, void, undefined> {
  if (isMarked) yield encodeText("\ufeff", charset);
  for await (const text of texts) if (text !== "") yield encodeText(text, charset);
}

async function* newText(
  { text }: OpenTable,
  batches: AsyncIterable<readonly TableRecord[]>,
  { columns, format: { delimiter }, records, sample }: Survey,
  changed: ReadonlyMap<string, Rows>,
): AsyncGenerator<string, void, undefined> {
  if (text === null) return;
  const lines = new Lines(text.header);
  const problems = new Problems();
  /** Rows of changed accounts that were passed, by id. */
  const passed = new Map<string, number>();
  for await (const batch of batches) {
    for (const record of batch) {
      const id = idOf(record, columns, problems) ?? "";
      const rows = changed.get(id);
      if (rows === undefined) {
        lines.addFormer(record, splitEnd(record).text);
        continue;
      }
      const origin = passed.get(id) ?? 0;
      passed.set(id, origin + 1);
      const row = rows.find((one) => one.origin === origin);
      lines.addFormer(record, row === undefined ? null : textOfRow(row, record, delimiter));
      if (origin + 1 < (records.get(id)?.length ?? 0)) continue;
      for (const one of rows) {
        if (one.origin === null) lines.addNew(textOfRow(one, record, delimiter));
      }
    }
    if (lines.length >= PIECE) yield lines.take();
  }
  for (const [id, rows] of changed) {
    if (records.has(id)) continue;
    for (const row of rows) lines.addNew(textOfRow(row, sample, delimiter));
  }
  yield lines.finish();
}
