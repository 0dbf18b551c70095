import { fillPath, type Route } from "../../kernel/route.ts";

export const usersRoute: Route = {
  name: "users",
  path: "/users",
  title: "Manage Users",
  permission: "EditAllUsers",
  layout: "frame",
  load: () => import("./ListView.tsx"),
};

export const userRoute: Route = {
  name: "user",
  path: "/users/:userId",
  title: "Edit User",
  permission: "EditAllUsers",
  layout: "frame",
  load: () => import("./EditView.tsx"),
};

export const bulkRoute: Route = {
  name: "bulkChanges",
  path: "/users/bulk",
  title: "Bulk Changes",
  permission: "EditAllUsers",
  layout: "frame",
  load: () => import("./bulk/View.tsx"),
};

/** The address of changes by a file. */
export function toBulkChanges(): string {
  return bulkRoute.path;
}

/** The address of the list of users, or of those in whom a text is found. */
export function toUsers(contains = ""): string {
  if (contains === "") return usersRoute.path;
  return `${usersRoute.path}?${new URLSearchParams({ contains }).toString()}`;
}

/** The address of one user. */
export function toUser(userId: string): string {
  return fillPath(userRoute.path, { userId });
}
