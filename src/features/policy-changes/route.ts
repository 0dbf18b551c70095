import { routeAddress } from "../../kernel/route.ts";

export const bulkRoute = routeAddress("bulkRoleMapping", "/rbac/role-mapping/bulk");

/** Bulk role mapping of the access type: the roles are access roles. */
export const accessBulkRoute = routeAddress("bulkAccessRoles", "/rbac/access-roles/bulk");

export function toBulkRoleMapping(): string {
  return bulkRoute.path;
}
