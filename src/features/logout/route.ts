import type { Route } from "../../kernel/route.ts";

export const logoutRoute: Route = {
  name: "logout",
  path: "/logout",
  title: "Logout",
  permission: "public",
  layout: "bare",
  load: () => import("./View.tsx"),
};

export function toLogout(): string {
  return logoutRoute.path;
}
