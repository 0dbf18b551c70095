/** The state of every row as sets of rows: half a byte a row and a few counts a resource. */
import type { ReportColumns } from "../../columns/reportColumns.ts";
import { createBitset, type Bitset } from "./bitset.ts";
import { findFalling, findLow, type FallingResources } from "./thresholdRanges.ts";

export interface RowSets {
  readonly falling: FallingResources;
  /** Ticked by the user. */
  readonly ticked: Bitset;
  /** At or above the threshold. */
  readonly kept: Bitset;
  /** Kept, and the name contains the filter text. */
  readonly shown: Bitset;
  /** Induced by the org's policy already. */
  readonly inPolicy: Bitset;
  /** Below LOW_COHESION_PERCENT. */
  readonly low: Bitset;
}

/** Everything ticked, kept and shown, nothing in the policy. */
export function initialSets(columns: ReportColumns): RowSets {
  const { rowCount } = columns;
  const falling = findFalling(columns);
  return {
    falling,
    ticked: createBitset(rowCount, true),
    kept: createBitset(rowCount, true),
    shown: createBitset(rowCount, true),
    inPolicy: createBitset(rowCount),
    low: findLow(columns, falling),
  };
}
