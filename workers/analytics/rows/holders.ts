/** How many members hold an entitlement. */
import type { ReportColumns } from "../../columns/reportColumns.ts";
import type { EntitlementRow } from "../../columns/units.ts";

/** Percent: far less than the share of one member, far more than an error of rounding. */
const TOLERANCE = 1e-9;

/** Null where the percentage stands for no whole number of members, as in reports with rounded percentages. */
export function holdersOf({ percents, totalUsers }: ReportColumns, row: EntitlementRow) {
  const percent = percents[row] as number;
  const holders = Math.round((percent * totalUsers) / 100);
  if (totalUsers === 0) return null;
  return Math.abs((100 * holders) / totalUsers - percent) < TOLERANCE ? holders : null;
}
