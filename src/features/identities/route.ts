import { linkTo, routeAddress } from "../../kernel/route.ts";

export const identitiesRoute = routeAddress("identities", "/identities");
export const identityReportRoute = routeAddress("identityReport", "/identities/report/:userOid");

/** The address of a person's report. */
export function toIdentityReport(userOid: string): string {
  return linkTo(identityReportRoute, { userOid });
}
