/** The builder's banners, most severe first. */
import {
  LOW_COHESION_NAMED,
  lowCohesionBanner,
  unlinkedAccountsBanner,
  type BuilderBanner,
} from "#events/rules/builder.ts";
import { entitlementName, type ReportColumns } from "../../columns/reportColumns.ts";
import type { Percent } from "../../columns/units.ts";
import type { Bitset } from "./bitset.ts";
import type { ResourceCounts } from "./counts.ts";
import type { ResourceMask } from "./resourceSets.ts";
import type { RowSets } from "./rowSets.ts";

/** The input of the banners. */
export interface BannerState {
  readonly columns: ReportColumns;
  readonly sets: Pick<RowSets, "shown" | "low">;
  readonly counts: Pick<ResourceCounts, "shownLow">;
  readonly included: ResourceMask;
}

/** @param shownLow shown entitlements below LOW_COHESION_PERCENT */
export function bannersOf(
  state: BannerState,
  threshold: Percent,
  shownLow: number,
): readonly BuilderBanner[] {
  const { totalUsers, totalShadows } = state.columns;
  return [
    unlinkedAccountsBanner(totalUsers, totalShadows),
    lowCohesionBanner(threshold, shownLow, () => namesOfLow(state)),
  ].filter((banner) => banner !== null);
}

/** The names of the first shown entitlements below LOW_COHESION_PERCENT, in report order. O(rows / 32). */
function namesOfLow({ columns, sets, counts, included }: BannerState): readonly string[] {
  const names: string[] = [];
  for (let resource = 0; resource < included.length; resource++) {
    if (included[resource] === 0) continue;
    let left = counts.shownLow[resource] as number;
    for (let row = columns.resourceStarts[resource] as number; left > 0; row++) {
      row = nextOfBoth(sets.shown, sets.low, row);
      names.push(entitlementName(columns, row));
      left--;
      if (names.length === LOW_COHESION_NAMED) return names;
    }
  }
  return names;
}

/** The first row from `start` on that is in both sets; there must be one. */
function nextOfBoth(one: Bitset, other: Bitset, start: number): number {
  let word = start >>> 5;
  let both = (one[word] as number) & (other[word] as number) & (-1 << (start & 31));
  while (both === 0) {
    word++;
    both = (one[word] as number) & (other[word] as number);
  }
  return (word << 5) + 31 - Math.clz32(both & -both);
}
