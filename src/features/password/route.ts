import type { Route } from "../../kernel/route.ts";

export const passwordRoute: Route = {
  name: "password",
  path: "/profile/password",
  title: "Manage Password",
  permission: "UserSelfUpdate",
  layout: "frame",
  load: () => import("./View.tsx"),
};

export function toPassword(): string {
  return passwordRoute.path;
}
