/** Addresses of planned screens. They have those screens' guards and show Not Found. */
import type { Route } from "../kernel/feature.ts";

export type PlannedRoute = Pick<Route, "path" | "permission" | "resourceScoped">;

const GROUPING = "/rbac-grouping";

export const PLANNED_ROUTES: readonly PlannedRoute[] = [
  { path: "/add-resource", permission: "signedIn" },
  ...[
    "configuration",
    "field-mapping",
    "field-mapping/*",
    "activation-settings",
    "match-user-accounts",
    "match-user-accounts/*",
    "correlation/add",
    "correlation/edit/:correlationRuleId",
    "entitlement-review",
    "confirm-integration",
    "preview-and-approve",
    "manage",
    "setup",
  ].map((path): PlannedRoute => ({
    path: `/resources/:resourceId/${path}`,
    permission: "ManageOwnResources",
    resourceScoped: true,
  })),
];

/** Redirected addresses. */
export const REDIRECTS: ReadonlyMap<string, string> = new Map([
  [GROUPING, `${GROUPING}/job-titles`],
]);
