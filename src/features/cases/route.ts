import { linkTo, routeAddress } from "../../kernel/route.ts";

export const casesRoute = routeAddress("cases", "/cases");
export const caseRoute = routeAddress("case", "/cases/:caseId");
export const orphanedRoute = routeAddress("orphanedAccounts", "/accounts/orphaned");

/** The address of a case. */
export function toCase(caseId: string): string {
  return linkTo(caseRoute, { caseId });
}
