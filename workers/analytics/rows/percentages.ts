/** The report by whole percent: what the slider would keep at each, and the distribution of percentages. */
import { resourceCount, type ReportColumns } from "../../columns/reportColumns.ts";

import { countRange, type Bitset } from "./bitset.ts";
import { firstBelow, type FallingResources } from "./thresholdRanges.ts";
import type { ResourceMask } from "./resourceSets.ts";

/** At each whole percent, 0 to 100, what that threshold keeps of the filtered resources, independent of the text. */
export interface PercentCurve {
  readonly entitlements: Uint32Array;
  /** Resources with at least one of them. */
  readonly resources: Uint32Array;
}

/** Whole percents from 0 to 100. */
export const PERCENTS = 101;

/** Consecutive rows of one resource with the same whole percent: few if percentages descend. */
export interface PercentRuns {
  /** First row of each run, and the row count as a last item. */
  readonly starts: Uint32Array;
  /** Percent of each run, rounded down. */
  readonly wholes: Uint8Array;
  /** First run of each resource, and the number of runs as a last item. */
  readonly resourceRuns: Uint32Array;
}

/** O(log rows) per run if percentages descend, otherwise O(rows); once per report. */
export function findRuns(columns: ReportColumns, falling: FallingResources): PercentRuns {
  const { percents, resourceStarts, rowCount } = columns;
  const resources = resourceCount(columns);
  const resourceRuns = new Uint32Array(resources + 1);
  let count = 0;
  forEachRun(() => count++);
  const starts = new Uint32Array(count + 1);
  const wholes = new Uint8Array(count);
  let run = 0;
  forEachRun((row, whole, resource) => {
    starts[run] = row;
    wholes[run++] = whole;
    resourceRuns[resource + 1] = run;
  });
  starts[count] = rowCount;
  for (let resource = 0; resource < resources; resource++) {
    // A resource without rows has no run.
    resourceRuns[resource + 1] ||= resourceRuns[resource] as number;
  }
  return { starts, wholes, resourceRuns };

  function forEachRun(take: (row: number, whole: number, resource: number) => void): void {
    for (let resource = 0; resource < resources; resource++) {
      const end = resourceStarts[resource + 1] as number;
      for (let row = resourceStarts[resource] as number; row < end;) {
        const whole = Math.floor(percents[row] as number);
        take(row, whole, resource);
        if (falling[resource] === 1) row = firstBelow(percents, row, end, whole);
        else while (row < end && Math.floor(percents[row] as number) === whole) row++;
      }
    }
  }
}

/** The kept rows at each whole percent, of the filtered resources. O(runs). */
export function curveOf(
  { starts, wholes, resourceRuns }: PercentRuns,
  included: ResourceMask,
): PercentCurve {
  const entitlements = new Uint32Array(PERCENTS);
  const resources = new Uint32Array(PERCENTS);
  for (let resource = 0; resource < included.length; resource++) {
    if (included[resource] === 0) continue;
    let highest = -1;
    const end = resourceRuns[resource + 1] as number;
    for (let run = resourceRuns[resource] as number; run < end; run++) {
      const whole = wholes[run] as number;
      add(entitlements, whole, (starts[run + 1] as number) - (starts[run] as number));
      if (whole > highest) highest = whole;
    }
    if (highest >= 0) add(resources, highest, 1);
  }
  for (let percent = PERCENTS - 2; percent >= 0; percent--) {
    add(entitlements, percent, entitlements[percent + 1] as number);
    add(resources, percent, resources[percent + 1] as number);
  }
  return { entitlements, resources };
}

/** How many of `rows` in the filtered resources have each percent, rounded down. O(runs + rows / 32). */
export function histogramOf(
  { starts, wholes, resourceRuns }: PercentRuns,
  rows: Bitset,
  included: ResourceMask,
): Uint32Array {
  const counts = new Uint32Array(PERCENTS);
  for (let resource = 0; resource < included.length; resource++) {
    if (included[resource] === 0) continue;
    const end = resourceRuns[resource + 1] as number;
    for (let run = resourceRuns[resource] as number; run < end; run++) {
      const count = countRange(rows, starts[run] as number, starts[run + 1] as number);
      add(counts, wholes[run] as number, count);
    }
  }
  return counts;
}

function add(counts: Uint32Array, index: number, count: number): void {
  counts[index] = (counts[index] as number) + count;
}
