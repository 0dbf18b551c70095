/** The hint of an entitlement. */
import type { Message } from "#events/kernel/message.ts";
import { hintMessage } from "#events/rules/builder.ts";
import { entitlementName, type ReportColumns } from "../../columns/reportColumns.ts";
import type { EntitlementRow } from "../../columns/units.ts";

export function hintOf(columns: ReportColumns, row: EntitlementRow): Message {
  const name = entitlementName(columns, row);
  return hintMessage(name, columns.percents[row] as number);
}
