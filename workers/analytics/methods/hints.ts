/** The hint of an entitlement. */
import { hintText } from "#events/rules/builder.ts";
import { entitlementName, type ReportColumns } from "../../columns/reportColumns.ts";
import type { EntitlementRow } from "../contract.ts";

export function hintOf(columns: ReportColumns, row: EntitlementRow): string {
  return hintText(entitlementName(columns, row), columns.percents[row] as number);
}
