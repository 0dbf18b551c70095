/** The roles that apply adds to the policy and removes from it. */
import { resourceCount } from "../../columns/reportColumns.ts";
import type { EntitlementRow } from "../../columns/units.ts";
import type { ReportSession } from "../reportSession.ts";
import {
  createBitset,
  exclude,
  hasBit,
  intersect,
  nextBit,
  setBit,
  type Bitset,
} from "../rows/bitset.ts";

type TakeRow = (row: EntitlementRow) => void;

/**
 * Rows of kept and selected entitlements of the filtered resources without inherited ones, one per role, ascending,
 * independent of the text.
 */
export function forEachAppliedRole(session: ReportSession, take: TakeRow): void {
  const { kept, ticked, inherited } = session.sets;
  const applied = createBitset(session.columns.rowCount);
  intersect(applied, kept, ticked);
  exclude(applied, inherited);
  const taken = createBitset(session.firstRows === null ? 0 : session.columns.rowCount);
  forEachRole(session, applied, taken, take);
}

/** The same for the policy's roles that apply removes: kept, not selected, and without any selected row. */
export function forEachRemovedRole(session: ReportSession, take: TakeRow): void {
  const { kept, ticked, inPolicy } = session.sets;
  const { rowCount } = session.columns;
  const taken = createBitset(session.firstRows === null ? 0 : rowCount);
  const rows = createBitset(rowCount);
  intersect(rows, kept, ticked);
  if (session.firstRows !== null) forEachRole(session, rows, taken, () => {});
  intersect(rows, kept, inPolicy);
  exclude(rows, ticked);
  forEachRole(session, rows, taken, take);
}

/** @param taken first rows of the roles that are excluded; the returned roles are added to it */
function forEachRole(
  { columns, included, firstRows }: ReportSession,
  rows: Bitset,
  taken: Bitset,
  take: TakeRow,
): void {
  for (let resource = 0; resource < resourceCount(columns); resource++) {
    if (included[resource] === 0) continue;
    const end = columns.resourceStarts[resource + 1] as number;
    let row = nextBit(rows, columns.resourceStarts[resource] as number);
    for (; row >= 0 && row < end; row = nextBit(rows, row + 1)) {
      if (firstRows !== null) {
        const first = firstRows[row] as number;
        if (hasBit(taken, first)) continue;
        setBit(taken, first, true);
      }
      take(row);
    }
  }
}
