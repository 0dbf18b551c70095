import { linkTo, routeAddress } from "../../kernel/route.ts";

export const identitiesRoute = routeAddress("identities", "/identities");
export const identityReportRoute = routeAddress("identityReport", "/identities/report/:userOid");
export const identityChangesRoute = routeAddress(
  "identityChanges",
  "/identities/report/:userOid/changes",
);

/** The address of the list of people whose name, username, email or id contains a text. */
export function toIdentities(contains: string): string {
  return `${identitiesRoute.path}?${new URLSearchParams({ contains }).toString()}`;
}

/** The address of a person's report. */
export function toIdentityReport(userOid: string): string {
  return linkTo(identityReportRoute, { userOid });
}

/** The address of what changed about a person. */
export function toIdentityChanges(userOid: string): string {
  return linkTo(identityChangesRoute, { userOid });
}
