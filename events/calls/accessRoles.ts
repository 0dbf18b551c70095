/** Access roles: lists, their content, and the effect of changing it. */
import { Type } from "typebox";
import {
  AccessRole,
  ExpiringGrant,
  GrantChange,
  Granted,
  GrantKind,
  HeldGroup,
  InducedRole,
  ListedRoleEntitlement,
  Role,
  RoleContent,
  RoleEffect,
  RoleFileChange,
  RoleFileCheck,
  RoleGrant,
  RoleGroup,
  RoleHolder,
  RoleOrg,
  RoleVersion,
  RoleStatus,
  ROLE_ENTITLEMENTS_MAX,
} from "../entities/accessRole.ts";
import {
  ClientParams,
  Count,
  HalList,
  PageQuery,
  PagingQuery,
  Text,
  Uuid,
  UuidList,
} from "../entities/common.ts";
import { defineCall } from "../kernel/call.ts";
import { Typed } from "../kernel/redaction.ts";
import { FILE_BODY_LIMIT, FileContent } from "./bulkChanges.ts";

const RoleParams = Type.Object({ clientId: Uuid, roleOid: Uuid });

/** Maximum oids in a query. */
const OIDS_MAX = 100;

const RoleFilters = {
  /** Part of a role's name. */
  contains: Type.Optional(Typed(Text)),
  /** Active roles (the default), or archived ones. */
  status: Type.Optional(RoleStatus),
};

/** Lists roles by `name` (the default) or `changedAt`. */
export const listRoles = defineCall({
  name: "accessRoles/listRoles",
  summary: "List roles",
  method: "GET",
  endpoint: "/api/clients/:clientId/roles",
  permission: "AccessRoles",
  schema: {
    params: ClientParams,
    query: Type.Object({
      ...RoleFilters,
      /** Only of these resources; `default` stands for roles without a resource. */
      resourceOids: Type.Optional(UuidList(OIDS_MAX, "default")),
      ...PagingQuery,
    }),
    responses: { 200: HalList("roles", Role) },
  },
});

/** Lists the entitlements of roles by role. */
export const listRoleEntitlements = defineCall({
  name: "accessRoles/listRoleEntitlements",
  summary: "List the entitlements of roles",
  method: "GET",
  endpoint: "/api/clients/:clientId/role-entitlements",
  permission: "AccessRoles",
  orGroup: "RoleMapping",
  schema: {
    params: ClientParams,
    query: Type.Object({
      ...RoleFilters,
      /** Only of this role, active or archived. */
      roleOid: Type.Optional(Uuid),
      ...PageQuery.properties,
    }),
    responses: { 200: HalList("entitlements", ListedRoleEntitlement) },
  },
});

/**
 * Returns what a file of entitlements of roles would change, or its invalid lines. The CSV file of `listRoleEntitlements` is
 * such a file. EINVALID if the file as a whole is invalid.
 */
export const checkRoleFile = defineCall({
  name: "accessRoles/checkRoleFile",
  summary: "Check a file of entitlements of roles",
  method: "POST",
  endpoint: "/api/clients/:clientId/role-entitlements/check",
  permission: "AccessRoles",
  bodyLimit: FILE_BODY_LIMIT,
  schema: {
    params: ClientParams,
    body: Type.Object({ content: FileContent }),
    responses: { 200: RoleFileCheck },
  },
});

/** Applies a checked file in one transaction. ECONFLICT if it would change something other than the check reported. */
export const applyRoleFile = defineCall({
  name: "accessRoles/applyRoleFile",
  summary: "Apply a file of entitlements of roles",
  method: "PUT",
  endpoint: "/api/clients/:clientId/role-entitlements",
  permission: "AccessRoles",
  bodyLimit: FILE_BODY_LIMIT,
  schema: {
    params: ClientParams,
    body: Type.Object({ content: FileContent, fingerprint: Type.String({ maxLength: 64 }) }),
    responses: { 200: RoleFileChange },
  },
});

export const countRoles = defineCall({
  name: "accessRoles/countRoles",
  summary: "Count roles",
  method: "GET",
  endpoint: "/api/clients/:clientId/roles/count",
  permission: "AccessRoles",
  schema: {
    params: ClientParams,
    query: Type.Object({ contains: RoleFilters.contains }),
    responses: { 200: Type.Object({ count: Count }) },
  },
});

/** The roles with these oids, by name. Unknown oids are left out. */
export const getRolesByOid = defineCall({
  name: "accessRoles/getRolesByOid",
  summary: "Get roles by oid",
  method: "GET",
  endpoint: "/api/clients/:clientId/roles/by-oid",
  permission: "RoleMapping",
  schema: {
    params: ClientParams,
    query: Type.Object({ oids: UuidList(OIDS_MAX) }),
    responses: { 200: HalList("roles", Role) },
  },
});

/** The resources that have access roles, by name, each with its number. The default bucket comes first. */
export const getAccessRoles = defineCall({
  name: "accessRoles/getAccessRoles",
  summary: "Get access roles by resource",
  method: "GET",
  endpoint: "/api/clients/:clientId/access-roles",
  permission: "AccessRoles",
  schema: {
    params: ClientParams,
    query: Type.Object(RoleFilters),
    responses: { 200: Type.Object({ groups: Type.Array(RoleGroup) }) },
  },
});

/** The active roles that policies may induce, or those that the policy of one org induces now. */
export const getAccessPolicyRoles = defineCall({
  name: "accessRoles/getAccessPolicyRoles",
  summary: "Get access roles of policies",
  method: "GET",
  endpoint: "/api/clients/:clientId/access-policy-roles",
  permission: "RoleMapping",
  schema: {
    params: ClientParams,
    query: Type.Object({
      orgOid: Type.Optional(Uuid),
      contains: RoleFilters.contains,
      ...PagingQuery,
    }),
    responses: { 200: HalList("roles", InducedRole) },
  },
});

export const getRole = defineCall({
  name: "accessRoles/getRole",
  summary: "Get a role",
  method: "GET",
  endpoint: "/api/clients/:clientId/roles/:roleOid",
  permission: "RoleMapping",
  schema: { params: RoleParams, responses: { 200: AccessRole } },
});

export const createRole = defineCall({
  name: "accessRoles/createRole",
  summary: "Create an access role",
  method: "POST",
  endpoint: "/api/clients/:clientId/roles",
  permission: "AccessRoles",
  schema: { params: ClientParams, body: RoleContent, responses: { 201: AccessRole } },
});

/** Saves the content. ECONFLICT if the role changed after the given version. */
export const updateRole = defineCall({
  name: "accessRoles/updateRole",
  summary: "Save an access role",
  method: "PUT",
  endpoint: "/api/clients/:clientId/roles/:roleOid",
  permission: "AccessRoles",
  schema: {
    params: RoleParams,
    body: Type.Object({ ...RoleContent.properties, version: Count }),
    responses: { 200: AccessRole },
  },
});

/** Creates a role with the content of another. People and orgs are not copied. */
export const copyRole = defineCall({
  name: "accessRoles/copyRole",
  summary: "Copy an access role",
  method: "POST",
  endpoint: "/api/clients/:clientId/roles/:roleOid/copy",
  permission: "AccessRoles",
  schema: {
    params: RoleParams,
    body: Type.Object({ name: Text }),
    responses: { 201: AccessRole },
  },
});

/** Archives a role, so that it grants nothing, or takes it back. ECONFLICT if it changed after the version. */
export const archiveRole = defineCall({
  name: "accessRoles/archiveRole",
  summary: "Archive an access role or take it back",
  method: "PUT",
  endpoint: "/api/clients/:clientId/roles/:roleOid/status",
  permission: "AccessRoles",
  schema: {
    params: RoleParams,
    body: Type.Object({ status: RoleStatus, version: Count }),
    responses: { 200: AccessRole },
  },
});

/** Removes a role from all policies and people, and deletes it. ECONFLICT if it changed after the version. */
export const deleteRole = defineCall({
  name: "accessRoles/deleteRole",
  summary: "Delete an access role",
  method: "DELETE",
  endpoint: "/api/clients/:clientId/roles/:roleOid",
  permission: "AccessRoles",
  schema: {
    params: RoleParams,
    query: Type.Object({ version: Type.Integer({ minimum: 0 }) }),
    responses: { 200: Type.Object({ oid: Uuid, name: Text }) },
  },
});

/** Returns what people would gain and lose if the role had exactly these entitlements. */
export const previewRole = defineCall({
  name: "accessRoles/previewRole",
  summary: "Preview a change of an access role",
  method: "POST",
  endpoint: "/api/clients/:clientId/roles/:roleOid/preview",
  permission: "AccessRoles",
  schema: {
    params: RoleParams,
    body: Type.Object({
      entitlementOids: Type.Array(Uuid, { maxItems: ROLE_ENTITLEMENTS_MAX }),
    }),
    responses: { 200: RoleEffect },
  },
});

/** Lists people by `name` (the default), `username` or `jobTitle`. */
export const listRoleHolders = defineCall({
  name: "accessRoles/listRoleHolders",
  summary: "List the people who have or hold a role",
  method: "GET",
  endpoint: "/api/clients/:clientId/roles/:roleOid/holders",
  permission: "RoleMapping",
  schema: {
    params: RoleParams,
    query: Type.Object({
      show: Type.Optional(HeldGroup),
      contains: Type.Optional(Typed(Text)),
      ...PagingQuery,
    }),
    responses: { 200: HalList("holders", RoleHolder) },
  },
});

/** Lists by `name` (the default) or `memberCount`. */
export const listRoleOrgs = defineCall({
  name: "accessRoles/listRoleOrgs",
  summary: "List the orgs whose policies induce a role",
  method: "GET",
  endpoint: "/api/clients/:clientId/roles/:roleOid/orgs",
  permission: "RoleMapping",
  schema: {
    params: RoleParams,
    query: Type.Object({ contains: Type.Optional(Typed(Text)), ...PagingQuery }),
    responses: { 200: HalList("orgs", RoleOrg) },
  },
});

const GrantParams = Type.Object({ clientId: Uuid, roleOid: Uuid, subjectOid: Uuid });

/** Returns the period for which a person or the policy of an org has a role, also one that is over or has not begun. */
export const getGrant = defineCall({
  name: "accessRoles/getGrant",
  summary: "Get the period for which a person or an org has a role",
  method: "GET",
  endpoint: "/api/clients/:clientId/roles/:roleOid/grants/:subjectOid",
  permission: "RoleMapping",
  schema: {
    params: GrantParams,
    query: Type.Object({ kind: GrantKind }),
    responses: { 200: RoleGrant },
  },
});

/**
 * Assigns a role to a person, or lets the policy of an org induce it, for a period. Replaces an earlier period. ECONFLICT
 * if that is no longer the expected one.
 */
export const grantRole = defineCall({
  name: "accessRoles/grantRole",
  summary: "Give a role to a person or an org",
  method: "PUT",
  endpoint: "/api/clients/:clientId/roles/:roleOid/grants/:subjectOid",
  permission: "RoleMapping",
  requestedVersion: 2,
  schema: {
    params: GrantParams,
    body: GrantChange,
    responses: { 200: Granted },
  },
});

/** Takes a role from a person or an org. */
export const revokeRole = defineCall({
  name: "accessRoles/revokeRole",
  summary: "Take a role from a person or an org",
  method: "DELETE",
  endpoint: "/api/clients/:clientId/roles/:roleOid/grants/:subjectOid",
  permission: "RoleMapping",
  schema: {
    params: GrantParams,
    query: Type.Object({ kind: GrantKind }),
    responses: { 200: Granted },
  },
});

/** Lists the versions of a role, newest first. */
export const listRoleVersions = defineCall({
  name: "accessRoles/listRoleVersions",
  summary: "List the versions of a role",
  method: "GET",
  endpoint: "/api/clients/:clientId/roles/:roleOid/versions",
  permission: "RoleMapping",
  schema: {
    params: RoleParams,
    query: PageQuery,
    responses: { 200: HalList("versions", RoleVersion) },
  },
});

/** Gives a role the content of an earlier version. ECONFLICT if it changed after `version`. */
export const restoreRole = defineCall({
  name: "accessRoles/restoreRole",
  summary: "Restore a version of a role",
  method: "POST",
  endpoint: "/api/clients/:clientId/roles/:roleOid/restore",
  permission: "AccessRoles",
  schema: {
    params: RoleParams,
    body: Type.Object({ restored: Count, version: Count }),
    responses: { 200: AccessRole },
  },
});

/** Returns the effect of restoring a version of a role. An archived role stays archived and grants nothing. */
export const previewRestoration = defineCall({
  name: "accessRoles/previewRestoration",
  summary: "Preview restoring a version of a role",
  method: "POST",
  endpoint: "/api/clients/:clientId/roles/:roleOid/restore/preview",
  permission: "AccessRoles",
  schema: {
    params: RoleParams,
    body: Type.Object({ restored: Count }),
    responses: { 200: RoleEffect },
  },
});

/** Lists the assignments and inducements of active roles, and of entitlements, that end within the next days, soonest first. */
export const listExpiring = defineCall({
  name: "accessRoles/listExpiring",
  summary: "List what expires soon",
  method: "GET",
  endpoint: "/api/clients/:clientId/access-roles/expiring",
  permission: "RoleMapping",
  schema: {
    params: ClientParams,
    query: Type.Object({
      /** 30 by default. */
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 366 })),
      ...PageQuery.properties,
    }),
    responses: { 200: HalList("grants", ExpiringGrant) },
  },
});
