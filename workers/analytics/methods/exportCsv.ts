/** Entitlements as CSV (RFC 4180, UTF-8): resource, entitlement, percentage unrounded, role oid. */
import { csvField } from "#events/rules/csv.ts";
import { entitlementName, roleOid, type ReportColumns } from "../../columns/reportColumns.ts";
import type { CsvChunk, CsvCursor, ResourceIndex } from "../contract.ts";
import type { RowRank } from "./rowRank.ts";

/** Rows of a chunk: some hundred kilobytes. */
const CHUNK_ROWS = 4096;
const HEADER = "resource,entitlement,percentOfUsers,roleOid\r\n";

/**
 * A chunk of the rows of a set.
 * @param resources those to export, in order
 * @param counts rows of the set in each resource
 * @param rank the set in the order of the export
 */
export function csvChunk(
  columns: ReportColumns,
  resources: Uint32Array,
  counts: Uint32Array,
  rank: RowRank,
  from: CsvCursor | null,
): CsvChunk {
  let text = from === null ? HEADER : "";
  let records = 0;
  let record = from?.records ?? 0;
  for (let place = from?.resources ?? 0; place < resources.length; place++) {
    const resource = resources[place] as ResourceIndex;
    const count = counts[resource] as number;
    const name = csvField(columns.resourceNames[resource] as string);
    for (; record < count; record++) {
      if (records === CHUNK_ROWS) {
        return { bytes: encode(text), records, next: { resources: place, records: record } };
      }
      records++;
      const row = rank.at(resource, record);
      const percent = columns.percents[row] as number;
      text += `${name},${csvField(entitlementName(columns, row))},${percent},${csvField(roleOid(columns, row))}\r\n`;
    }
    record = 0;
  }
  return { bytes: encode(text), records, next: null };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
