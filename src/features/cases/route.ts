import { linkTo, routeAddress } from "../../kernel/route.ts";

export const casesRoute = routeAddress("cases", "/cases");
export const caseRoute = routeAddress("case", "/cases/:caseId");
export const orphanedRoute = routeAddress("orphanedAccounts", "/accounts/orphaned");

/** The address of a case. */
export function toCase(caseId: string): string {
  return linkTo(caseRoute, { caseId });
}

/** The address of the user's own cases that are not settled. */
export function toMyCases(): string {
  return `${casesRoute.path}?owner=me`;
}

/** The address of the cases that are not settled and past their due date. */
export function toOverdueCases(): string {
  return `${casesRoute.path}?due=overdue`;
}
