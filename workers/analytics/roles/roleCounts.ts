/**
 * The number of distinct roles that apply would send. If each role has one row, counts of rows are enough; only the
 * rows of roles with several are examined one by one.
 */
import { resourceCount, type ReportColumns } from "../../columns/reportColumns.ts";
import {
  createBitset,
  exclude,
  hasBit,
  intersect,
  nextBit,
  setBit,
  type Bitset,
} from "../rows/bitset.ts";
import type { BuilderCounts } from "../rows/counts.ts";
import type { ResourceMask } from "../rows/resourceSets.ts";
import type { FirstRows } from "./roles.ts";
import type { RowSets } from "../rows/rowSets.ts";

/** The counts of `applyList` without the lists. */
export interface RoleCounts {
  readonly newRoles: number;
  readonly alreadyInPolicy: number;
  /** Roles that the org inherits only: apply does not add them. */
  readonly inheritedRoles: number;
  /** Roles of the policy that apply removes: kept, without a selected row. */
  readonly removedRoles: number;
}

export type CountRoles = (
  sets: RowSets,
  included: ResourceMask,
  counts: Pick<BuilderCounts, "ticked" | "tickedInPolicy" | "tickedInherited" | "keptInPolicy">,
) => RoleCounts;

/** @returns O(rows / 32 + rows of roles with several rows), and O(1) if there are none */
export function createRoleCounts(columns: ReportColumns, firstRows: FirstRows): CountRoles {
  const rowsOf: CountRoles = (_sets, _included, counts) => {
    const { ticked, tickedInPolicy, tickedInherited, keptInPolicy } = counts;
    return {
      newRoles: ticked.entitlements - tickedInPolicy - tickedInherited,
      alreadyInPolicy: tickedInPolicy,
      inheritedRoles: tickedInherited,
      removedRoles: keptInPolicy - tickedInPolicy,
    };
  };
  if (firstRows === null) return rowsOf;

  const { rowCount, resourceStarts } = columns;
  /** Rows of roles with several rows. */
  const repeated = createBitset(rowCount);
  for (let row = 0; row < rowCount; row++) {
    const first = firstRows[row] as number;
    if (first === row) continue;
    setBit(repeated, first, true);
    setBit(repeated, row, true);
  }
  const applied = createBitset(rowCount);
  /** First rows of the counted roles. */
  const counted = createBitset(rowCount);

  function eachIncluded(rows: Bitset, included: ResourceMask, take: (row: number) => void): void {
    for (let resource = 0; resource < resourceCount(columns); resource++) {
      if (included[resource] === 0) continue;
      const end = resourceStarts[resource + 1] as number;
      let row = nextBit(rows, resourceStarts[resource] as number);
      for (; row >= 0 && row < end; row = nextBit(rows, row + 1)) take(row);
    }
  }

  return (sets, included, counts) => {
    let { newRoles, alreadyInPolicy, inheritedRoles, removedRoles } = rowsOf(
      sets,
      included,
      counts,
    );
    intersect(applied, sets.kept, sets.ticked);
    intersect(applied, applied, repeated);
    counted.fill(0);
    eachIncluded(applied, included, (row) => {
      const first = firstRows[row] as number;
      if (!hasBit(counted, first)) setBit(counted, first, true);
      else if (hasBit(sets.inPolicy, row)) alreadyInPolicy--;
      else if (hasBit(sets.inherited, row)) inheritedRoles--;
      else newRoles--;
    });
    if (removedRoles === 0) return { newRoles, alreadyInPolicy, inheritedRoles, removedRoles };
    intersect(applied, sets.kept, sets.inPolicy);
    intersect(applied, applied, repeated);
    exclude(applied, sets.ticked);
    eachIncluded(applied, included, (row) => {
      const first = firstRows[row] as number;
      if (!hasBit(counted, first)) setBit(counted, first, true);
      else removedRoles--;
    });
    return { newRoles, alreadyInPolicy, inheritedRoles, removedRoles };
  };
}
