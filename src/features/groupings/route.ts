import type { OrgType } from "#events/entities/orgTypes.ts";
import { routeAddress, type RouteAddress } from "../../kernel/route.ts";

export const GROUPING_ROUTES = {
  "job-titles": routeAddress("jobTitleGroups", "/rbac-grouping/job-titles"),
  departments: routeAddress("departmentGroups", "/rbac-grouping/departments"),
  locations: routeAddress("locationGroups", "/rbac-grouping/locations"),
} as const satisfies Readonly<Record<OrgType, RouteAddress>>;

export function toGroups(type: OrgType): string {
  return GROUPING_ROUTES[type].path;
}
