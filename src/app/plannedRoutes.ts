/** Addresses of planned screens. They have those screens' guards and show Not Found. */
import type { Route } from "../kernel/feature.ts";

export type PlannedRoute = Pick<Route, "path" | "permission" | "resourceScoped">;

const GROUPING = "/rbac-grouping";

export const PLANNED_ROUTES: readonly PlannedRoute[] = ["match-user-accounts/*"].map((path) => ({
  path: `/resources/:resourceId/${path}`,
  permission: "ManageOwnResources",
  resourceScoped: true,
}));

/** Redirected addresses. */
export const REDIRECTS: ReadonlyMap<string, string> = new Map([
  [GROUPING, `${GROUPING}/job-titles`],
]);
