/** The hint of an entitlement. */
import { renderMessage } from "#events/kernel/message.ts";
import { ENGLISH } from "#events/messages/english.ts";
import { hintMessage } from "#events/rules/builder.ts";
import { entitlementName, type ReportColumns } from "../../columns/reportColumns.ts";
import type { EntitlementRow } from "../../columns/units.ts";

export function hintOf(columns: ReportColumns, row: EntitlementRow): string {
  const name = entitlementName(columns, row);
  return renderMessage(ENGLISH, hintMessage(name, columns.percents[row] as number));
}
