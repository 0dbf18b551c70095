import { routeAddress } from "../../kernel/route.ts";

export const bulkRoute = routeAddress("bulkRoleMapping", "/rbac/role-mapping/bulk");

export function toBulkRoleMapping(): string {
  return bulkRoute.path;
}
