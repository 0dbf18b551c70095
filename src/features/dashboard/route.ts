import { routeAddress } from "../../kernel/route.ts";

export const dashboardRoute = routeAddress("dashboard", "/dashboard");

export function toDashboard(): string {
  return dashboardRoute.path;
}
