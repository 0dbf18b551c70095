import { linkTo, routeAddress } from "../../kernel/route.ts";

const BASE = "/resources/:resourceId/match-user-accounts";

/** How the owners of a resource's accounts are found. */
export const correlationRoute = routeAddress("correlation", BASE);
/** A part of it; what follows is the part. */
export const sectionRoute = routeAddress("correlationSection", `${BASE}/*`);
export const OVERVIEW_ROUTES: readonly string[] = [correlationRoute.name, sectionRoute.name];

/** The whole, and its parts. */
export const SECTIONS = ["all", "rules", "simulation", "decisions"] as const;
export type Section = (typeof SECTIONS)[number];

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

export function toSection(resourceId: string, section: Section): string {
  return section === "all" ? toCorrelation(resourceId) : `${toCorrelation(resourceId)}/${section}`;
}

export function toAddRule(resourceId: string): string {
  return linkTo(addRuleRoute, { resourceId });
}

export function toEditRule(resourceId: string, correlationRuleId: string): string {
  return linkTo(editRuleRoute, { resourceId, correlationRuleId });
}
