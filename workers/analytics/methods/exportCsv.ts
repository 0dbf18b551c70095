/** Entitlements as CSV (RFC 4180, UTF-8): resource, entitlement, percentage unrounded, role oid. */
import {
  entitlementName,
  resourceCount,
  roleOid,
  type ReportColumns,
} from "../../columns/reportColumns.ts";
import type { CsvChunk, CsvCursor } from "../contract.ts";
import { hasBit, nextBit, type Bitset } from "./bitset.ts";
import type { ResourceMask } from "./resourceSets.ts";

/** Rows of a chunk: some hundred kilobytes. */
const CHUNK_ROWS = 4096;
const HEADER = "resource,entitlement,percentOfUsers,roleOid\r\n";

/**
 * A chunk of the rows that are in both sets and whose resource is in the filter.
 */
export function csvChunk(
  columns: ReportColumns,
  rows: Bitset,
  chosen: Bitset,
  included: ResourceMask,
  from: CsvCursor | null,
): CsvChunk {
  let text = from === null ? HEADER : "";
  let left = CHUNK_ROWS;
  for (let resource = from?.resource ?? 0; resource < resourceCount(columns); resource++) {
    if (included[resource] === 0) continue;
    const start = columns.resourceStarts[resource] as number;
    const end = columns.resourceStarts[resource + 1] as number;
    const name = field(columns.resourceNames[resource] as string);
    let row = nextBit(rows, Math.max(start, from?.row ?? 0));
    for (; row >= 0 && row < end; row = nextBit(rows, row + 1)) {
      if (!hasBit(chosen, row)) continue;
      if (left-- === 0) return { bytes: encode(text), next: { resource, row } };
      const percent = columns.percents[row] as number;
      text += `${name},${field(entitlementName(columns, row))},${percent},${field(roleOid(columns, row))}\r\n`;
    }
  }
  return { bytes: encode(text), next: null };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/**
 * A text as a field. Spreadsheets take a field that begins with one of = + - @, a tab or a carriage return for a formula,
 * so an apostrophe goes before it.
 */
function field(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
