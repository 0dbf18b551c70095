/** The mining report as columns of typed arrays: one row per entitlement, in report order, grouped by resource. */

import { nameOf, type NameColumn } from "./nameColumn.ts";
import type { EntitlementRow, ResourceIndex } from "./units.ts";

/** Role oids: lower-case UUIDs as 16 bytes each, others as text. */
export interface RoleOidColumn {
  /** 16 bytes per row; zeros if the oid is in `others`. */
  readonly uuids: Uint8Array;
  readonly others: ReadonlyMap<EntitlementRow, string>;
}

export interface ReportColumns {
  readonly orgOid: string;
  /** ISO 8601. */
  readonly reportDate: string;
  readonly totalUsers: number;
  readonly totalShadows: number;
  readonly rowCount: number;
  readonly resourceNames: readonly string[];
  /** First row of each resource, and the row count as a last item. */
  readonly resourceStarts: Uint32Array;
  readonly names: NameColumn;
  /** 0 to 100, unrounded. */
  readonly percents: Float64Array;
  readonly roleOids: RoleOidColumn;
}

export function resourceCount(columns: ReportColumns): number {
  return columns.resourceNames.length;
}

export function entitlementName(columns: ReportColumns, row: EntitlementRow): string {
  return nameOf(columns.names, row);
}

/** The resource of a row, found in O(log resources). */
export function resourceOf(columns: ReportColumns, row: EntitlementRow): ResourceIndex {
  return lastAtMost(columns.resourceStarts, resourceCount(columns), row);
}

/**
 * The last index below `length` whose value is at most `value`, in an ascending list whose first value is at most that.
 * Returns the last of several equal values, which skips empty groups.
 */
export function lastAtMost(values: ArrayLike<number>, length: number, value: number): number {
  let low = 0;
  let high = length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((values[middle] as number) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
/** Byte positions before which a UUID's text has a dash. */
const DASH_BEFORE = new Set([4, 6, 8, 10]);

/** The oid as received. */
export function roleOid(columns: ReportColumns, row: EntitlementRow): string {
  const other = columns.roleOids.others.get(row);
  if (other !== undefined) return other;
  let text = "";
  for (let byte = 0; byte < 16; byte++) {
    if (DASH_BEFORE.has(byte)) text += "-";
    text += HEX[columns.roleOids.uuids[row * 16 + byte] as number];
  }
  return text;
}
