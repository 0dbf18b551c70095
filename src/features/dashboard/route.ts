import type { Route } from "../../kernel/route.ts";

export const dashboardRoute: Route = {
  name: "dashboard",
  path: "/dashboard",
  title: "Dashboard",
  permission: "signedIn",
  layout: "frame",
  load: () => import("./View.tsx"),
};

export function toDashboard(): string {
  return dashboardRoute.path;
}
