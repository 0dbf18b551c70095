import type { Route } from "../../kernel/route.ts";

export const forgotPasswordRoute: Route = {
  name: "forgotPassword",
  path: "/forgot-password",
  title: "Forgot Password",
  permission: "public",
  layout: "bare",
  load: () => import("./View.tsx"),
};

export function toForgotPassword(): string {
  return forgotPasswordRoute.path;
}
