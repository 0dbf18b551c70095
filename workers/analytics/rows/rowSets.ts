/** The state of every row as sets of rows: half a byte per row and a few counts per resource. */
import type { ReportColumns } from "../../columns/reportColumns.ts";
import { createBitset, type Bitset } from "./bitset.ts";
import { findFalling, findLow, type FallingResources } from "./thresholdRanges.ts";

export interface RowSets {
  readonly falling: FallingResources;
  /** Selected by the user. */
  readonly ticked: Bitset;
  /** At or above the threshold. */
  readonly kept: Bitset;
  /** Kept, and the name contains the filter text. */
  readonly shown: Bitset;
  /** Already granted by the org's policy. */
  readonly inPolicy: Bitset;
  /** Granted by the policy of an org above, and not by the org's own: apply does not add them. */
  readonly inherited: Bitset;
  /** Below LOW_COHESION_PERCENT. */
  readonly low: Bitset;
}

/** Everything selected, kept and shown, nothing in the policy. */
export function initialSets(columns: ReportColumns): RowSets {
  const { rowCount } = columns;
  const falling = findFalling(columns);
  return {
    falling,
    ticked: createBitset(rowCount, true),
    kept: createBitset(rowCount, true),
    shown: createBitset(rowCount, true),
    inPolicy: createBitset(rowCount),
    inherited: createBitset(rowCount),
    low: findLow(columns, falling),
  };
}
