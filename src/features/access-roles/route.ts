import { linkTo, routeAddress } from "../../kernel/route.ts";

export const rolesRoute = routeAddress("accessRoles", "/rbac/access-roles");
export const roleRoute = routeAddress("accessRole", "/rbac/access-roles/:roleOid");

export function toAccessRoles(): string {
  return rolesRoute.path;
}

/** The address of the list of roles whose name contains a text. */
export function toRolesWith(contains: string): string {
  return `${rolesRoute.path}?${new URLSearchParams({ contains }).toString()}`;
}

/** The address of one access role. */
export function toAccessRole(roleOid: string): string {
  return linkTo(roleRoute, { roleOid });
}

/** Opens the form of a new role when the list is opened with it. */
const NEW_ROLE = "new";

/** The address of the list with the form of a new role. */
export function toNewRole(): string {
  return `${rolesRoute.path}?${NEW_ROLE}=true`;
}

export function asksForNewRole(search: string): boolean {
  return new URLSearchParams(search).has(NEW_ROLE);
}
