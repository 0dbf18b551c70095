import type { Route } from "../../kernel/route.ts";

export const activationRoute: Route = {
  name: "activation",
  path: "/activate",
  title: "Activate Account",
  permission: "public",
  layout: "bare",
  load: () => import("./View.tsx"),
};
