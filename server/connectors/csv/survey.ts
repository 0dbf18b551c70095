/** Reads a whole table, and keeps the rows of some of its accounts. */
import type { TableRecord } from "../../import/types.ts";
import { ConnectorError } from "../contract.ts";
import { findColumns, idOf, Problems, type Columns } from "./accounts.ts";
import type { CsvSettings } from "./fields.ts";
import { IdIndex } from "./idIndex.ts";
import type { OpenTable, TextFormat } from "./openTable.ts";

export interface Survey {
  readonly columns: Columns;
  readonly format: TextFormat;
  /** By id, in the order of the file. */
  readonly records: ReadonlyMap<string, readonly TableRecord[]>;
  /** The first row; the header if there is none. */
  readonly sample: TableRecord;
  readonly rowCount: number;
}

type Batches = AsyncIterable<readonly TableRecord[]>;

/** @throws ConnectorError contentDamaged for any row that an import would not accept; notAllowed for a workbook */
export async function surveyTable(
  table: OpenTable,
  batches: Batches,
  settings: CsvSettings,
  ids: ReadonlySet<string>,
): Promise<Survey> {
  if (table.text === null) {
    throw new ConnectorError("notAllowed", "find", "Excel workbooks are read only");
  }
  const { format, header } = table.text;
  const columns = findColumns(table.columns, settings);
  const isGrouped = columns.entitlement !== -1 && settings.separator === null;
  const seen = new IdIndex();
  const problems = new Problems();
  const records = new Map<string, TableRecord[]>();
  let sample: TableRecord | null = null;
  let rowCount = 0;
  for await (const batch of batches) {
    for (const record of batch) {
      rowCount++;
      sample ??= record;
      const id = idOf(record, columns, problems);
      if (id === null) continue;
      if (!isGrouped && !isNew(seen, id)) problems.note(record.line, "repeats an id");
      if (!ids.has(id)) continue;
      const found = records.get(id);
      if (found === undefined) records.set(id, [record]);
      else found.push(record);
    }
    if (problems.first !== null) throw problems.first;
  }
  return { columns, format, records, sample: sample ?? header, rowCount };
}

function isNew(seen: IdIndex, id: string): boolean {
  const before = seen.size;
  seen.add(id);
  return seen.size > before;
}
