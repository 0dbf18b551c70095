import type { Route } from "../../kernel/route.ts";

export const profileRoute: Route = {
  name: "profile",
  path: "/profile",
  title: "Manage Profile",
  permission: "UserSelfUpdate",
  layout: "frame",
  load: () => import("./View.tsx"),
};
