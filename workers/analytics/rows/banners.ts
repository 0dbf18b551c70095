/** The banners of the builder, the graver first. */
import {
  lowCohesionBanner,
  unlinkedAccountsBanner,
  type BuilderBanner,
} from "#events/rules/builder.ts";
import type { ReportColumns } from "../../columns/reportColumns.ts";
import type { Percent } from "../../columns/units.ts";

export function bannersOf(
  columns: ReportColumns,
  threshold: Percent,
  someShownLow: boolean,
): readonly BuilderBanner[] {
  return [
    unlinkedAccountsBanner(columns.totalUsers, columns.totalShadows),
    lowCohesionBanner(threshold, someShownLow),
  ].filter((banner) => banner !== null);
}
