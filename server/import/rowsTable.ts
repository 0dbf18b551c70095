/** A table of rows in memory. */
import type { TableRecord, TableSource } from "./types.ts";

const BATCH_ROWS = 1000;

/** @param rows one text per column; the first row is line 2, as below a header. */
export function rowsTable(
  name: string,
  columns: readonly string[],
  rows: Iterable<readonly string[]>,
): TableSource {
  return { name, columns, batches: batchesOf(rows) };
}

async function* batchesOf(
  rows: Iterable<readonly string[]>,
): AsyncGenerator<readonly TableRecord[], void, undefined> {
  let batch: TableRecord[] = [];
  let line = 2;
  for (const values of rows) {
    batch.push({ line: line++, values });
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
