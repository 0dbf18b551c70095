/**
 * The kept entitlements at a threshold: percentages are compared unrounded. A report lists the entitlements of a
 * resource by descending percentage, so the kept ones are a prefix, found by binary search. A resource in any other
 * order is scanned row by row.
 */
import { LOW_COHESION_PERCENT } from "#events/rules/builder.ts";
import { resourceCount, type ReportColumns } from "../../columns/reportColumns.ts";
import type { EntitlementRow, Percent, ResourceIndex } from "../../columns/units.ts";
import { createBitset, setRange, type Bitset } from "./bitset.ts";

/** One byte per resource: 1 if percentages never rise. */
export type FallingResources = Uint8Array;

/** O(rows), once per report. */
export function findFalling({ percents, resourceStarts }: ReportColumns): FallingResources {
  const falling = new Uint8Array(resourceStarts.length - 1).fill(1);
  for (let resource = 0; resource < falling.length; resource++) {
    const end = resourceStarts[resource + 1] as number;
    for (let row = (resourceStarts[resource] as number) + 1; row < end; row++) {
      if ((percents[row] as number) <= (percents[row - 1] as number)) continue;
      falling[resource] = 0;
      break;
    }
  }
  return falling;
}

/**
 * Calls `take` with each range of kept rows of the resource, ascending and disjoint. O(log rows) and one range if
 * percentages descend, otherwise O(rows).
 */
export function forEachKeptRange(
  { percents, resourceStarts }: ReportColumns,
  falling: FallingResources,
  resource: ResourceIndex,
  threshold: Percent,
  take: (start: EntitlementRow, end: EntitlementRow) => void,
): void {
  const start = resourceStarts[resource] as number;
  const end = resourceStarts[resource + 1] as number;
  if (falling[resource] === 1) {
    const cut = firstBelow(percents, start, end, threshold);
    if (cut > start) take(start, cut);
    return;
  }
  let from = -1;
  for (let row = start; row < end; row++) {
    const kept = (percents[row] as number) >= threshold;
    if (kept === from >= 0) continue;
    if (!kept) take(from, row);
    from = kept ? row : -1;
  }
  if (from >= 0) take(from, end);
}

/** The first row of a descending range whose percentage is below the threshold, or its end. O(log rows). */
export function firstBelow(
  percents: Float64Array,
  start: EntitlementRow,
  end: EntitlementRow,
  threshold: Percent,
): EntitlementRow {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((percents[middle] as number) >= threshold) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Sets `kept` to the rows at or above the threshold. */
export function keepAtThreshold(
  kept: Bitset,
  columns: ReportColumns,
  falling: FallingResources,
  threshold: Percent,
): void {
  kept.fill(0);
  const keep = (start: EntitlementRow, end: EntitlementRow): void => {
    setRange(kept, start, end, true);
  };
  for (let resource = 0; resource < resourceCount(columns); resource++) {
    forEachKeptRange(columns, falling, resource, threshold, keep);
  }
}

/** The rows below LOW_COHESION_PERCENT. */
export function findLow(columns: ReportColumns, falling: FallingResources): Bitset {
  const low = createBitset(columns.rowCount);
  keepAtThreshold(low, columns, falling, LOW_COHESION_PERCENT);
  for (let word = 0; word < low.length; word++) low[word] = ~(low[word] as number);
  return low;
}
