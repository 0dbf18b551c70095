import { routeAddress } from "../../kernel/route.ts";

export const forgotPasswordRoute = routeAddress("forgotPassword", "/forgot-password");

export function toForgotPassword(): string {
  return forgotPasswordRoute.path;
}
