/**
 * The builder's counts: per resource by counting bits, O(its rows / 32), and in total as sums over the filtered
 * resources, O(resources).
 */
import { resourceCount, type ReportColumns } from "../../columns/reportColumns.ts";
import type { ResourceIndex } from "../../columns/units.ts";
import { popcount, rangeMask } from "./bitset.ts";
import type { ResourceMask } from "./resourceSets.ts";
import type { RowSets } from "./rowSets.ts";

/** Rows of each resource that are … */
export interface ResourceCounts {
  readonly kept: Uint32Array;
  /** Kept and selected. */
  readonly ticked: Uint32Array;
  /** Kept, selected and in the policy. */
  readonly tickedInPolicy: Uint32Array;
  /** Kept, selected and inherited. */
  readonly tickedInherited: Uint32Array;
  /** Kept and in the policy. */
  readonly keptInPolicy: Uint32Array;
  readonly shown: Uint32Array;
  readonly shownTicked: Uint32Array;
  /** Shown and below LOW_COHESION_PERCENT. */
  readonly shownLow: Uint32Array;
}

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
  /** Rows of `ticked` whose role is inherited only. */
  readonly tickedInherited: number;
  /** Rows of `kept` whose role is in the policy. */
  readonly keptInPolicy: number;
  /** Shown entitlements below LOW_COHESION_PERCENT. */
  readonly shownLow: number;
}

export function createCounts(columns: ReportColumns): ResourceCounts {
  const resources = resourceCount(columns);
  return {
    kept: new Uint32Array(resources),
    ticked: new Uint32Array(resources),
    tickedInPolicy: new Uint32Array(resources),
    tickedInherited: new Uint32Array(resources),
    keptInPolicy: new Uint32Array(resources),
    shown: new Uint32Array(resources),
    shownTicked: new Uint32Array(resources),
    shownLow: new Uint32Array(resources),
  };
}

/** Counts all resources again. */
export function countAll(counts: ResourceCounts, sets: RowSets, columns: ReportColumns): void {
  for (let resource = 0; resource < resourceCount(columns); resource++) {
    countResource(counts, sets, columns, resource);
  }
}

/** Counts one resource again; rows that are not kept count as neither selected nor shown. */
export function countResource(
  counts: ResourceCounts,
  sets: RowSets,
  { resourceStarts }: ReportColumns,
  resource: ResourceIndex,
): void {
  const start = resourceStarts[resource] as number;
  const end = resourceStarts[resource + 1] as number;
  let keptHere = 0;
  let tickedHere = 0;
  let tickedInPolicy = 0;
  let tickedInherited = 0;
  let keptInPolicy = 0;
  let shownHere = 0;
  let shownTicked = 0;
  let shownLow = 0;
  const afterLast = end > start ? ((end - 1) >>> 5) + 1 : 0;
  for (let word = start >>> 5; word < afterLast; word++) {
    const kept = (sets.kept[word] as number) & rangeMask(word, start, end);
    if (kept === 0) continue;
    // Most words are equal in all sets: their bits are counted once.
    const keptCount = kept === -1 ? 32 : popcount(kept);
    keptHere += keptCount;
    const ticked = kept & (sets.ticked[word] as number);
    const tickedCount = ticked === kept ? keptCount : popcount(ticked);
    tickedHere += tickedCount;
    const inPolicy = kept & (sets.inPolicy[word] as number);
    if (inPolicy !== 0) {
      keptInPolicy += popcount(inPolicy);
      tickedInPolicy += popcount(inPolicy & ticked);
    }
    const inherited = ticked & (sets.inherited[word] as number);
    if (inherited !== 0) tickedInherited += popcount(inherited);
    const shown = kept & (sets.shown[word] as number);
    if (shown === 0) continue;
    const low = shown & (sets.low[word] as number);
    if (low !== 0) shownLow += popcount(low);
    if (shown === kept) {
      shownHere += keptCount;
      shownTicked += tickedCount;
    } else {
      shownHere += popcount(shown);
      shownTicked += popcount(shown & ticked);
    }
  }
  counts.kept[resource] = keptHere;
  counts.ticked[resource] = tickedHere;
  counts.tickedInPolicy[resource] = tickedInPolicy;
  counts.tickedInherited[resource] = tickedInherited;
  counts.keptInPolicy[resource] = keptInPolicy;
  counts.shown[resource] = shownHere;
  counts.shownTicked[resource] = shownTicked;
  counts.shownLow[resource] = shownLow;
}

export function sumCounts(counts: ResourceCounts, included: ResourceMask): BuilderCounts {
  const shown = { entitlements: 0, resources: 0 };
  const kept = { entitlements: 0, resources: 0 };
  const ticked = { entitlements: 0, resources: 0 };
  let shownTicked = 0;
  let tickedInPolicy = 0;
  let tickedInherited = 0;
  let keptInPolicy = 0;
  let shownLow = 0;
  const add = (count: Count, entitlements: number): void => {
    count.entitlements += entitlements;
    if (entitlements > 0) count.resources++;
  };
  for (let resource = 0; resource < included.length; resource++) {
    if (included[resource] === 0) continue;
    add(shown, counts.shown[resource] as number);
    add(kept, counts.kept[resource] as number);
    add(ticked, counts.ticked[resource] as number);
    shownTicked += counts.shownTicked[resource] as number;
    tickedInPolicy += counts.tickedInPolicy[resource] as number;
    tickedInherited += counts.tickedInherited[resource] as number;
    keptInPolicy += counts.keptInPolicy[resource] as number;
    shownLow += counts.shownLow[resource] as number;
  }
  return {
    shown,
    shownTicked,
    kept,
    ticked,
    tickedInPolicy,
    tickedInherited,
    keptInPolicy,
    shownLow,
  };
}
