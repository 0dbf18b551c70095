import type { Route } from "../../kernel/route.ts";

export const requestSupportRoute: Route = {
  name: "requestSupport",
  path: "/request-support",
  title: "Support Request",
  permission: "signedIn",
  layout: "frame",
  load: () => import("./View.tsx"),
};

export function toRequestSupport(): string {
  return requestSupportRoute.path;
}
