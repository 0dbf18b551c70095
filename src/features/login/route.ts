import type { Route } from "../../kernel/route.ts";

export const loginRoute: Route = {
  name: "login",
  path: "/",
  title: "Login",
  permission: "public",
  layout: "bare",
  load: () => import("./View.tsx"),
};
