import type { OrgType } from "#events/entities/orgTypes.ts";
import { fillPath, type Route } from "../../kernel/route.ts";

const loadList = () => import("./ListView.tsx");
const loadDetail = () => import("./DetailView.tsx");

export const listRoute: Route = {
  name: "roleMapping",
  path: "/rbac/role-mapping",
  title: "Role Mapping",
  permission: "RoleMapping",
  layout: "frame",
  load: loadList,
};

export const detailRoute: Route = {
  name: "roleMappingDetail",
  path: "/rbac/role-mapping/:oid",
  title: "Role Mapping",
  permission: "RoleMapping",
  layout: "frame",
  load: loadDetail,
};

export const resourceListRoute: Route = {
  name: "resourceRoleMapping",
  path: "/resources/:resourceId/role-mapping",
  title: "Role Mapping",
  permission: "ManageOwnResources",
  resourceScoped: true,
  layout: "frame",
  load: loadList,
};

export const resourceDetailRoute: Route = {
  name: "resourceRoleMappingDetail",
  path: "/resources/:resourceId/role-mapping/:oid",
  title: "Role Mapping",
  permission: "ManageOwnResources",
  resourceScoped: true,
  layout: "frame",
  load: loadDetail,
};

export const roleMappingRoutes: readonly Route[] = [
  listRoute,
  detailRoute,
  resourceListRoute,
  resourceDetailRoute,
];

/** The address of the list of orgs, for one resource or for all. */
export function toRoleMapping(resourceId: string | null = null): string {
  return resourceId === null ? listRoute.path : fillPath(resourceListRoute.path, { resourceId });
}

/** The address of the list of all orgs of a kind, or of those in whose name a text is found. */
export function toOrgsOfType(type: OrgType, contains = ""): string {
  const query = new URLSearchParams(contains === "" ? { type } : { type, contains });
  return `${listRoute.path}?${query.toString()}`;
}

/** The address of an org's detail, for one resource or for all. */
export function toRoleMappingDetail(oid: string, resourceId: string | null = null): string {
  return resourceId === null
    ? fillPath(detailRoute.path, { oid })
    : fillPath(resourceDetailRoute.path, { oid, resourceId });
}
