/** The builder's numbers, as sums over the tallies of the resources in the filter: O(resources), whatever the rows. */
import { resourceCount, type ReportColumns } from "../../columns/reportColumns.ts";
import type { ResourceMask } from "./resourceSets.ts";
import { FLAG_BYTES, IN_POLICY, KEPT, LOW, SHOWN, TICKED, type RowFlags } from "./rowFlags.ts";

interface Count {
  entitlements: number;
  /** Resources that have at least one of them. */
  resources: number;
}

export interface BuilderCounts {
  readonly shown: Readonly<Count>;
  readonly shownTicked: number;
  readonly kept: Readonly<Count>;
  readonly ticked: Readonly<Count>;
  /** Rows of `ticked` whose role is in the policy. */
  readonly tickedInPolicy: number;
  /** Whether an entitlement below LOW_COHESION_PERCENT is shown. */
  readonly someShownLow: boolean;
}

export function countBuilder(
  state: RowFlags,
  columns: ReportColumns,
  included: ResourceMask,
): BuilderCounts {
  const shown = { entitlements: 0, resources: 0 };
  const kept = { entitlements: 0, resources: 0 };
  const ticked = { entitlements: 0, resources: 0 };
  let shownTicked = 0;
  let tickedInPolicy = 0;
  let shownLow = 0;
  const add = (count: Count, entitlements: number): void => {
    count.entitlements += entitlements;
    if (entitlements > 0) count.resources++;
  };
  for (let resource = 0; resource < resourceCount(columns); resource++) {
    if (included[resource] === 0) continue;
    const base = resource * FLAG_BYTES;
    let shownHere = 0;
    let keptHere = 0;
    let tickedHere = 0;
    for (let byte = KEPT; byte < FLAG_BYTES; byte++) {
      const rows = state.tallies[base + byte] as number;
      if (rows === 0 || (byte & KEPT) === 0) continue;
      keptHere += rows;
      if ((byte & TICKED) !== 0) {
        tickedHere += rows;
        if ((byte & IN_POLICY) !== 0) tickedInPolicy += rows;
      }
      if ((byte & SHOWN) !== SHOWN) continue;
      shownHere += rows;
      if ((byte & TICKED) !== 0) shownTicked += rows;
      if ((byte & LOW) !== 0) shownLow += rows;
    }
    add(shown, shownHere);
    add(kept, keptHere);
    add(ticked, tickedHere);
  }
  return { shown, shownTicked, kept, ticked, tickedInPolicy, someShownLow: shownLow > 0 };
}
