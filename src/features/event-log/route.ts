import { routeAddress } from "../../kernel/route.ts";

export const supportRoute = routeAddress("support", "/support");

export function toSupport(): string {
  return supportRoute.path;
}
