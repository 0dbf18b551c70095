import { linkTo, routeAddress } from "../../kernel/route.ts";

export const correlationRoute = routeAddress(
  "correlation",
  "/resources/:resourceId/match-user-accounts",
);
export const addRuleRoute = routeAddress(
  "correlationAdd",
  "/resources/:resourceId/correlation/add",
);
export const editRuleRoute = routeAddress(
  "correlationEdit",
  "/resources/:resourceId/correlation/edit/:correlationRuleId",
);

export function toCorrelation(resourceId: string): string {
  return linkTo(correlationRoute, { resourceId });
}

export function toAddRule(resourceId: string): string {
  return linkTo(addRuleRoute, { resourceId });
}

export function toEditRule(resourceId: string, correlationRuleId: string): string {
  return linkTo(editRuleRoute, { resourceId, correlationRuleId });
}
