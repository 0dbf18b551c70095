import type { ReportKind } from "#events/entities/report.ts";
import { linkTo, routeAddress } from "../../kernel/route.ts";

export const reportsRoute = routeAddress("reports", "/reports");
export const reportRoute = routeAddress("report", "/reports/:reportId");

/** The address of the stored reports of a kind. */
export function toReportsOf(kind: ReportKind): string {
  return `${reportsRoute.path}?${new URLSearchParams({ kind }).toString()}`;
}

/** The address of a stored report. */
export function toReport(reportId: string): string {
  return linkTo(reportRoute, { reportId });
}
