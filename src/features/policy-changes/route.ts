import { linkTo, routeAddress } from "../../kernel/route.ts";
import { resourceBulkRoute } from "../role-mapping/index.ts";

export const bulkRoute = routeAddress("bulkRoleMapping", "/rbac/role-mapping/bulk");

/** Bulk role mapping of the access type: the roles are access roles. */
export const accessBulkRoute = routeAddress("bulkAccessRoles", "/rbac/access-roles/bulk");

export function toBulkAccessRoles(): string {
  return accessBulkRoute.path;
}

/** Bulk role mapping for one resource or for all. */
export function toBulkRoleMapping(resourceId: string | null = null): string {
  return resourceId === null ? bulkRoute.path : linkTo(resourceBulkRoute, { resourceId });
}
