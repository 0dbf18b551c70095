import { linkTo, routeAddress } from "../../kernel/route.ts";

export const entitlementRoute = routeAddress("entitlement", "/rbac/entitlements/:entitlementOid");

/** The address of who holds an entitlement. */
export function toEntitlement(roleOid: string): string {
  return linkTo(entitlementRoute, { entitlementOid: roleOid });
}
