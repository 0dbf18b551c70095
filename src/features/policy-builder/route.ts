import { linkTo, routeAddress, type RouteAddress } from "../../kernel/route.ts";

export const policyBuilderRoute = routeAddress(
  "policyBuilder",
  "/rbac/role-mapping/:oid/access-policy-builder",
);
export const resourcePolicyBuilderRoute = routeAddress(
  "resourcePolicyBuilder",
  "/resources/:resourceId/role-mapping/:oid/access-policy-builder",
);

export const policyBuilderRoutes: readonly RouteAddress[] = [
  policyBuilderRoute,
  resourcePolicyBuilderRoute,
];

/** The address of an org's builder, for one resource or for all. */
export function toPolicyBuilder(oid: string, resourceId: string | null = null): string {
  return resourceId === null
    ? linkTo(policyBuilderRoute, { oid })
    : linkTo(resourcePolicyBuilderRoute, { oid, resourceId });
}
