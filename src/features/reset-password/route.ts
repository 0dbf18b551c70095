import type { Route } from "../../kernel/route.ts";

export const resetPasswordRoute: Route = {
  name: "resetPassword",
  path: "/reset-password",
  title: "Reset Password",
  permission: "public",
  layout: "bare",
  load: () => import("./View.tsx"),
};
