/** Organisation units and their policies. */
import { Type, type Static } from "typebox";
import { ClientParams, HalList, PagingQuery, Text, Uuid } from "../entities/common.ts";
import { Inducement, Org, OrgTypeSchema, PolicyCounts } from "../entities/org.ts";
import { APPLIED_MAX } from "../rules/builder.ts";
import { defineCall } from "../kernel/call.ts";
import { Typed } from "../kernel/redaction.ts";

const OrgParams = Type.Object({ clientId: Uuid, oid: Uuid });

const OrgFilters = {
  orgType: Type.Optional(OrgTypeSchema),
  startsWith: Type.Optional(Text),
  contains: Type.Optional(Typed(Text)),
  /** Root, Subtree, One_Level or Ancestors, in any case. */
  orgFilterType: Type.Optional(Type.String({ maxLength: 16 })),
  /** The org whose subtree, level or ancestors are asked for. */
  oid: Type.Optional(Uuid),
};

export const OrgQuery = Type.Object({ ...OrgFilters, ...PagingQuery });
export const OrgFilterQuery = Type.Object(OrgFilters);

/** Lists orgs by `name` (the default), `memberCount` or `inducementCount`. */
export const listOrgs = defineCall({
  name: "orgs/listOrgs",
  summary: "List orgs",
  method: "GET",
  endpoint: "/api/clients/:clientId/mp-orgs",
  permission: "RoleMapping",
  schema: {
    params: ClientParams,
    query: OrgQuery,
    responses: { 200: HalList("orgs", Org) },
  },
});

export const countOrgs = defineCall({
  name: "orgs/countOrgs",
  summary: "Count orgs",
  method: "GET",
  endpoint: "/api/clients/:clientId/mp-orgs/count",
  permission: "RoleMapping",
  schema: {
    params: ClientParams,
    query: OrgFilterQuery,
    responses: { 200: Type.Object({ count: Type.Integer() }) },
  },
});

const WHOLE_POLICY = { inducements: Type.Array(Inducement) };

/** The whole policy of an org, as logs of builds hold it in which an org came with it; null of today's. */
export function formerPolicyOf(org: Org): readonly Inducement[] | null {
  return (org as Partial<Static<Type.TObject<typeof WHOLE_POLICY>>>).inducements ?? null;
}

/** The org, its policy counted: `listInducements` gives that in pages. */
export const getOrg = defineCall({
  name: "orgs/getOrg",
  summary: "Get an org",
  method: "GET",
  endpoint: "/api/clients/:clientId/mp-orgs/:oid",
  permission: "RoleMapping",
  succeededVersion: 2,
  formerFields: WHOLE_POLICY,
  schema: { params: OrgParams, responses: { 200: Org } },
});

/** The ancestors of an org, the root first. */
export const getAncestors = defineCall({
  name: "orgs/getAncestors",
  summary: "Get the ancestors of an org",
  method: "GET",
  endpoint: "/api/clients/:clientId/mp-orgs/ancestor-subtree",
  permission: "RoleMapping",
  schema: {
    params: ClientParams,
    query: Type.Object({
      oid: Uuid,
      orgFilterType: Type.Optional(Type.String({ maxLength: 16 })),
    }),
    responses: { 200: HalList("orgs", Org) },
  },
});

/** Orgs below another by a filter in the body, as `listOrgs` reads it from the query. */
export const findSubtree = defineCall({
  name: "orgs/findSubtree",
  summary: "Find orgs by a filter in the body",
  method: "POST",
  endpoint: "/api/clients/:clientId/mp-orgs/subtree",
  permission: "RoleMapping",
  schema: {
    params: ClientParams,
    query: Type.Object({ orgFilterType: Type.Optional(Type.String({ maxLength: 16 })) }),
    body: OrgQuery,
    responses: { 200: HalList("orgs", Org) },
  },
});

/** The ancestors of several orgs by org, the root first. */
export const getAncestorsOfMany = defineCall({
  name: "orgs/getAncestorsOfMany",
  summary: "Get the ancestors of several orgs",
  method: "POST",
  endpoint: "/api/clients/:clientId/mp-orgs/multiple/ancestor-subtree",
  permission: "RoleMapping",
  schema: {
    params: ClientParams,
    query: Type.Object({ orgFilterType: Type.Optional(Type.String({ maxLength: 16 })) }),
    body: Type.Object({ orgOids: Type.Array(Uuid, { maxItems: 1000 }) }),
    responses: {
      200: Type.Object({
        ancestors: Type.Array(Type.Object({ oid: Uuid, ancestors: Type.Array(Org) })),
      }),
    },
  },
});

const RoleOids = Type.Array(Uuid, { maxItems: APPLIED_MAX });

/** A list adds entitlements. `{ add, remove }` does both in one transaction; what is in both lists is added. */
const PolicyChangeBody = Type.Union([RoleOids, Type.Object({ add: RoleOids, remove: RoleOids })]);
export type PolicyChange = Static<typeof PolicyChangeBody>;

/**
 * Adds entitlements, by the oid of the role that grants each, to the org's policy, and removes others; the rest stays.
 * The answer counts the policy and does not list it: it can be as long as what was sent.
 */
export const induce = defineCall({
  name: "orgs/induce",
  summary: "Add and remove entitlements of a policy",
  method: "POST",
  endpoint: "/api/clients/:clientId/mp-orgs/:oid/induce",
  permission: "RoleMapping",
  // Room for `APPLIED_MAX` oids, each with its quotes and comma.
  bodyLimit: 64 * 1024 * 1024,
  storesFailure: false,
  schema: {
    params: OrgParams,
    body: PolicyChangeBody,
    responses: { 200: Org },
  },
});

/** Entitlements of a policy in one page of a list, at most. */
export const POLICY_PAGE_MAX = 100;

const PolicyFilters = {
  /** Part of the name of an entitlement or of its resource, as filters compare them. */
  contains: Type.Optional(Typed(Text)),
};

const UUID = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";

/**
 * Lists the org's policy: by resource, numbers in their names in their order; within one by the name as filters see it;
 * what is no longer in the directory last. Who asks for few resources is answered soon, however long the policy is.
 */
export const listInducements = defineCall({
  name: "orgs/listInducements",
  summary: "List the entitlements of a policy",
  method: "GET",
  endpoint: "/api/clients/:clientId/mp-orgs/:oid/inducements",
  permission: "RoleMapping",
  schema: {
    params: OrgParams,
    query: Type.Object({
      ...PolicyFilters,
      /** Of these resources only, at most as many as entitlements in a page; with commas between them. */
      resourceIds: Type.Optional(
        Type.String({
          maxLength: 37 * POLICY_PAGE_MAX,
          pattern: `^${UUID}(?:,${UUID}){0,${POLICY_PAGE_MAX - 1}}$`,
        }),
      ),
      /** Of no resource: what is no longer in the directory, and shows by its role oid. */
      only: Type.Optional(Type.Literal("lost")),
      /** Entitlements that are passed over. */
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: POLICY_PAGE_MAX })),
    }),
    responses: { 200: HalList("inducements", Inducement) },
  },
});

/** Counts the org's policy, altogether and by resource. */
export const countInducements = defineCall({
  name: "orgs/countInducements",
  summary: "Count the entitlements of a policy",
  method: "GET",
  endpoint: "/api/clients/:clientId/mp-orgs/:oid/inducements/count",
  permission: "RoleMapping",
  schema: {
    params: OrgParams,
    query: Type.Object({ ...PolicyFilters, resourceId: Type.Optional(Uuid) }),
    responses: { 200: PolicyCounts },
  },
});

/** The oids of all roles that the org's policy induces, ascending. */
export const readPolicyRoles = defineCall({
  name: "orgs/readPolicyRoles",
  summary: "Get all role OIDs of a policy",
  method: "GET",
  endpoint: "/api/clients/:clientId/mp-orgs/:oid/inducements/role-oids",
  permission: "RoleMapping",
  reply: "bytes",
  holds: "policy",
  schema: { params: OrgParams, responses: { 200: Type.Array(Uuid) } },
});

/** Takes one entitlement out of the org's policy. */
export const deleteInducement = defineCall({
  name: "orgs/deleteInducement",
  summary: "Remove an entitlement from a policy",
  method: "DELETE",
  endpoint: "/api/clients/:clientId/mp-orgs/:oid/inducements/:inducementId",
  permission: "RoleMapping",
  succeededVersion: 2,
  formerFields: WHOLE_POLICY,
  schema: {
    params: Type.Object({ clientId: Uuid, oid: Uuid, inducementId: Uuid }),
    responses: { 200: Org },
  },
});
