import { routeAddress } from "../../kernel/route.ts";

export const requestSupportRoute = routeAddress("requestSupport", "/request-support");

export function toRequestSupport(): string {
  return requestSupportRoute.path;
}
