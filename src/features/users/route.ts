import { linkTo, routeAddress } from "../../kernel/route.ts";

export const usersRoute = routeAddress("users", "/users");
export const userRoute = routeAddress("user", "/users/:userId");
export const bulkRoute = routeAddress("bulkChanges", "/users/bulk");

export const rolesRoute = routeAddress("userRoles", "/users/roles");

/** The address of the roles that users can have. */
export function toUserRoles(): string {
  return rolesRoute.path;
}

/** The address of the list of users with a role. */
export function toUsersWithRole(roleId: string): string {
  return `${usersRoute.path}?${new URLSearchParams({ role: roleId }).toString()}`;
}

/** The address of bulk changes. */
export function toBulkChanges(): string {
  return bulkRoute.path;
}

/** The address of the list of users, or of those that contain a text. */
export function toUsers(contains = ""): string {
  if (contains === "") return usersRoute.path;
  return `${usersRoute.path}?${new URLSearchParams({ contains }).toString()}`;
}

/** Opens the form of a new user when the list is opened with it. */
const NEW_USER = "new";

/** The address of the list of users with the form of a new one. */
export function toNewUser(): string {
  return `${usersRoute.path}?${NEW_USER}=true`;
}

export function asksForNewUser(search: string): boolean {
  return new URLSearchParams(search).has(NEW_USER);
}

/** The address of one user. */
export function toUser(userId: string): string {
  return linkTo(userRoute, { userId });
}
