import { routeAddress } from "../../kernel/route.ts";

export const logoutRoute = routeAddress("logout", "/logout");

export function toLogout(): string {
  return logoutRoute.path;
}
