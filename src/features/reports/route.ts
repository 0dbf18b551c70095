import { linkTo, routeAddress } from "../../kernel/route.ts";

export const reportsRoute = routeAddress("reports", "/reports");
export const reportRoute = routeAddress("report", "/reports/:reportId");

/** The address of a stored report. */
export function toReport(reportId: string): string {
  return linkTo(reportRoute, { reportId });
}
