import { csvField } from "#events/rules/csv.ts";
import { entitlementName, roleOid, type ReportColumns } from "../../columns/reportColumns.ts";
import type { ResourceIndex } from "../../columns/units.ts";
import { sessionAt, type CoreState } from "../coreState.ts";
import { holdersOf } from "../rows/holders.ts";
import type { RowRank } from "../rows/rowRank.ts";

/**
 * The position of an export: the number of completed resources in table order, and of completed records in the next.
 */
export interface CsvCursor {
  readonly resources: number;
  readonly records: number;
}

export interface CsvChunk {
  /** UTF-8, complete RFC 4180 records. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Number of records without the header. */
  readonly records: number;
  /** Null with the last chunk. */
  readonly next: CsvCursor | null;
}

/** Rows of a chunk: some hundred kilobytes. */
const CHUNK_ROWS = 4096;
const HEADER = "resource,entitlement,percentOfUsers,roleOid,holders,members\r\n";

/**
 * Some thousand records of the shown rows, or of those that apply would use, in table order from the cursor on:
 * resource, entitlement, percentage unrounded, role oid, holders (empty
 * unless the percentage is that of a whole number of members) and members. The first chunk (null cursor) starts with the header. Null if
 * the generation is stale.
 */
export function csv(
  core: CoreState,
  generation: number,
  of: "shown" | "selected",
  from: CsvCursor | null,
): CsvChunk | null {
  const session = sessionAt(core, generation);
  if (session === null) return null;
  const { columns, orderedResources, counts } = session;
  return of === "shown"
    ? csvChunk(columns, orderedResources, counts.shown, session.shownRank, from)
    : csvChunk(columns, orderedResources, counts.ticked, session.appliedRank, from);
}

/**
 * A chunk of the rows of a set.
 * @param resources the exported ones, in order
 * @param counts rows of the set in each resource
 * @param rank the set in the order of the export
 */
function csvChunk(
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
      text += `${name},${csvField(entitlementName(columns, row))},${percent},${csvField(roleOid(columns, row))},${holdersOf(columns, row) ?? ""},${columns.totalUsers}\r\n`;
    }
    record = 0;
  }
  return { bytes: encode(text), records, next: null };
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
