import type { Route } from "../../kernel/route.ts";

export const supportRoute: Route = {
  name: "support",
  path: "/support",
  title: "Provision Support",
  permission: "signedIn",
  layout: "frame",
  load: () => import("./View.tsx"),
};

export function toSupport(): string {
  return supportRoute.path;
}
