import type { PolicyFilter } from "#events/actions/roleMapping.ts";
import type { OrgType } from "#events/entities/orgTypes.ts";
import { linkTo, routeAddress } from "../../kernel/route.ts";

export const listRoute = routeAddress("roleMapping", "/rbac/role-mapping");
export const detailRoute = routeAddress("roleMappingDetail", "/rbac/role-mapping/:oid");
export const resourceListRoute = routeAddress(
  "resourceRoleMapping",
  "/resources/:resourceId/role-mapping",
);
/** The screen is in the feature policy-changes. */
export const resourceBulkRoute = routeAddress(
  "resourceBulkRoleMapping",
  "/resources/:resourceId/role-mapping/bulk",
);
export const resourceDetailRoute = routeAddress(
  "resourceRoleMappingDetail",
  "/resources/:resourceId/role-mapping/:oid",
);

/** The address of the list of orgs, for one resource or for all. */
export function toRoleMapping(resourceId: string | null = null): string {
  return resourceId === null ? listRoute.path : linkTo(resourceListRoute, { resourceId });
}

/** Which of the orgs of a type the list shows. */
interface ShownOrgs {
  /** Those whose name contains the text. */
  readonly contains?: string;
  readonly policy?: PolicyFilter;
}

/** The address of the list of orgs, which are of one type. */
export function toOrgsOfType(type: OrgType, shown: ShownOrgs = {}): string {
  const query = new URLSearchParams({ type, ...shown });
  return `${listRoute.path}?${query.toString()}`;
}

/** The address of an org's detail, for one resource or for all. */
export function toRoleMappingDetail(oid: string, resourceId: string | null = null): string {
  return resourceId === null
    ? linkTo(detailRoute, { oid })
    : linkTo(resourceDetailRoute, { oid, resourceId });
}
