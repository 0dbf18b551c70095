/** Which entitlements are kept at a threshold: percentages are compared as they are, never rounded. */
import type { ReportColumns } from "../../columns/reportColumns.ts";
import type { Percent } from "../contract.ts";
import { KEPT, retallyAll, type RowFlags } from "./rowFlags.ts";

/** Brings KEPT up to date. */
export function applyThreshold(state: RowFlags, columns: ReportColumns, threshold: Percent): void {
  const { flags } = state;
  const { percents, rowCount } = columns;
  for (let row = 0; row < rowCount; row++) {
    const kept = (percents[row] as number) >= threshold ? KEPT : 0;
    flags[row] = ((flags[row] as number) & ~KEPT) | kept;
  }
  retallyAll(state, columns);
}
