/** The roles that apply sends. */
import { resourceCount } from "../../columns/reportColumns.ts";
import type { EntitlementRow } from "../../columns/units.ts";
import type { ReportSession } from "../reportSession.ts";
import { createBitset, hasBit, intersect, nextBit, setBit } from "../rows/bitset.ts";

/** Rows of kept and ticked entitlements of the resources in the filter, one a role, ascending; the text does not count. */
export function forEachAppliedRole(
  { columns, sets, included, firstRows }: ReportSession,
  take: (row: EntitlementRow) => void,
): void {
  const applied = createBitset(columns.rowCount);
  intersect(applied, sets.kept, sets.ticked);
  const taken = firstRows === null ? null : createBitset(columns.rowCount);
  for (let resource = 0; resource < resourceCount(columns); resource++) {
    if (included[resource] === 0) continue;
    const end = columns.resourceStarts[resource + 1] as number;
    let row = nextBit(applied, columns.resourceStarts[resource] as number);
    for (; row >= 0 && row < end; row = nextBit(applied, row + 1)) {
      if (taken !== null && firstRows !== null) {
        const first = firstRows[row] as number;
        if (hasBit(taken, first)) continue;
        setBit(taken, first, true);
      }
      take(row);
    }
  }
}
