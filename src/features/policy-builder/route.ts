import { fillPath, type Route } from "../../kernel/route.ts";

const load = () => import("./View.tsx");

export const policyBuilderRoute: Route = {
  name: "policyBuilder",
  path: "/rbac/role-mapping/:oid/access-policy-builder",
  title: "Access Policy Builder",
  permission: "RoleMapping",
  layout: "frame",
  load,
};

export const resourcePolicyBuilderRoute: Route = {
  name: "resourcePolicyBuilder",
  path: "/resources/:resourceId/role-mapping/:oid/access-policy-builder",
  title: "Access Policy Builder",
  permission: "ManageOwnResources",
  resourceScoped: true,
  layout: "frame",
  load,
};

export const policyBuilderRoutes: readonly Route[] = [
  policyBuilderRoute,
  resourcePolicyBuilderRoute,
];

/** The address of the builder of an org, for one resource or for all. */
export function toPolicyBuilder(oid: string, resourceId: string | null = null): string {
  return resourceId === null
    ? fillPath(policyBuilderRoute.path, { oid })
    : fillPath(resourcePolicyBuilderRoute.path, { oid, resourceId });
}
