/** Organisation units and their policies. */
import { Type, type Static } from "typebox";
import {
  ClientParams,
  HalList,
  PagingQuery,
  Period,
  Text,
  Uuid,
  UuidList,
} from "../entities/common.ts";
import {
  Inducement,
  InheritedEntitlement,
  InheritedRoles,
  Org,
  OrgTypeSchema,
  PolicyCounts,
} from "../entities/org.ts";
import { PolicyEffect } from "../entities/policyChange.ts";
import { APPLIED_MAX, PREVIEWED_MAX } from "../rules/builder.ts";
import { defineCall } from "../kernel/call.ts";
import { Typed } from "../kernel/redaction.ts";

const OrgParams = Type.Object({ clientId: Uuid, oid: Uuid });

const OrgFilters = {
  orgType: Type.Optional(OrgTypeSchema),
  startsWith: Type.Optional(Text),
  contains: Type.Optional(Typed(Text)),
  /** `missing`: orgs that have members and no policy. `present`: orgs with a policy. */
  policy: Type.Optional(Type.Union([Type.Literal("missing"), Type.Literal("present")])),
  /** Root, Subtree, One_Level or Ancestors, in any case. */
  orgFilterType: Type.Optional(Type.String({ maxLength: 16 })),
  /** The org whose subtree, level or ancestors are requested. */
  oid: Type.Optional(Uuid),
};

const OrgQuery = Type.Object({ ...OrgFilters, ...PagingQuery });
const OrgFilterQuery = Type.Object(OrgFilters);

/** Lists orgs by `name` (the default), `memberCount` or `inducementCount`. */
export const listOrgs = defineCall({
  name: "orgs/listOrgs",
  summary: "List orgs",
  method: "GET",
  endpoint: "/api/clients/:clientId/mp-orgs",
  permission: "RoleMapping",
  orOwnResources: true,
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
  orOwnResources: true,
  schema: {
    params: ClientParams,
    query: OrgFilterQuery,
    responses: { 200: Type.Object({ count: Type.Integer() }) },
  },
});

const WHOLE_POLICY = { inducements: Type.Array(Inducement) };

/** The whole policy of an org, as in logs of builds that returned it with the org; null for current orgs. */
export function previousPolicyOf(org: Org): readonly Inducement[] | null {
  return (org as Partial<Static<Type.TObject<typeof WHOLE_POLICY>>>).inducements ?? null;
}

/** The org with the counts of its policy. `listInducements` lists the policy in pages. */
export const getOrg = defineCall({
  name: "orgs/getOrg",
  summary: "Get an org",
  method: "GET",
  endpoint: "/api/clients/:clientId/mp-orgs/:oid",
  permission: "RoleMapping",
  orOwnResources: true,
  succeededVersion: 2,
  formerFields: WHOLE_POLICY,
  schema: { params: OrgParams, responses: { 200: Org } },
});

/** The ancestors of an org, root first. */
export const getAncestors = defineCall({
  name: "orgs/getAncestors",
  summary: "Get the ancestors of an org",
  method: "GET",
  endpoint: "/api/clients/:clientId/mp-orgs/ancestor-subtree",
  permission: "RoleMapping",
  orOwnResources: true,
  schema: {
    params: ClientParams,
    query: Type.Object({
      oid: Uuid,
      orgFilterType: Type.Optional(Type.String({ maxLength: 16 })),
    }),
    responses: { 200: HalList("orgs", Org) },
  },
});

/** Orgs below another, selected by a filter in the body that equals the query of `listOrgs`. */
export const findSubtree = defineCall({
  name: "orgs/findSubtree",
  summary: "Find orgs by a filter in the body",
  method: "POST",
  endpoint: "/api/clients/:clientId/mp-orgs/subtree",
  permission: "RoleMapping",
  orGroup: "OrgGrouping",
  schema: {
    params: ClientParams,
    query: Type.Object({ orgFilterType: Type.Optional(Type.String({ maxLength: 16 })) }),
    body: OrgQuery,
    responses: { 200: HalList("orgs", Org) },
  },
});

/** The ancestors of several orgs by org, root first. */
export const getAncestorsOfMany = defineCall({
  name: "orgs/getAncestorsOfMany",
  summary: "Get the ancestors of several orgs",
  method: "POST",
  endpoint: "/api/clients/:clientId/mp-orgs/multiple/ancestor-subtree",
  permission: "RoleMapping",
  orGroup: "OrgGrouping",
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

/** A list adds entitlements. `{ add, remove }` does both in one transaction; an entitlement in both lists is added. */
const PolicyChangeBody = Type.Union([RoleOids, Type.Object({ add: RoleOids, remove: RoleOids })]);
export type PolicyChange = Static<typeof PolicyChangeBody>;

/**
 * Adds entitlements to the org's policy, by the oid of the role that grants each, and removes others. The answer has
 * only the policy's counts, because the policy can be as long as the request.
 */
export const induce = defineCall({
  name: "orgs/induce",
  summary: "Add and remove entitlements of a policy",
  method: "POST",
  endpoint: "/api/clients/:clientId/mp-orgs/:oid/induce",
  permission: "RoleMapping",
  orOwnResources: true,
  // Room for `APPLIED_MAX` oids with quotes and commas.
  bodyLimit: 64 * 1024 * 1024,
  storesFailure: false,
  schema: {
    params: OrgParams,
    /** The report of the change, for the policy history. */
    query: Type.Object({
      /** Percent. */
      threshold: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
      /** The resource of a report about one resource. */
      resourceId: Type.Optional(Uuid),
    }),
    body: PolicyChangeBody,
    responses: { 200: Org },
  },
});

const PreviewedOids = Type.Array(Uuid, { maxItems: PREVIEWED_MAX });

/** Returns the effect that `induce` would have on people. Entitlements that it would not change have none. */
export const previewInduce = defineCall({
  name: "orgs/previewInduce",
  summary: "Preview a change of a policy",
  method: "POST",
  endpoint: "/api/clients/:clientId/mp-orgs/:oid/induce/preview",
  permission: "RoleMapping",
  orOwnResources: true,
  // Room for `PREVIEWED_MAX` oids with quotes and commas.
  bodyLimit: 4 * 1024 * 1024,
  succeededVersion: 2,
  schema: {
    params: OrgParams,
    body: Type.Union([PreviewedOids, Type.Object({ add: PreviewedOids, remove: PreviewedOids })]),
    responses: { 200: PolicyEffect },
  },
});

/** Maximum entitlements of a policy in one page. */
export const POLICY_PAGE_MAX = 100;

const PolicyFilters = {
  /** Part of the name of an entitlement or of its resource, in normalized form. */
  contains: Type.Optional(Typed(Text)),
};

/**
 * Lists the org's policy by resource, with numbers in names by value, then by normalized name. Entitlements that have
 * left the directory come last. The cost depends on the number of requested resources and not on the size of the
 * policy.
 */
export const listInducements = defineCall({
  name: "orgs/listInducements",
  summary: "List the entitlements of a policy",
  method: "GET",
  endpoint: "/api/clients/:clientId/mp-orgs/:oid/inducements",
  permission: "RoleMapping",
  orOwnResources: true,
  schema: {
    params: OrgParams,
    query: Type.Object({
      ...PolicyFilters,
      /** Only these resources; at most as many as entitlements in a page. */
      resourceIds: Type.Optional(UuidList(POLICY_PAGE_MAX)),
      /** Without a resource: entitlements that have left the directory, shown by their role oid. */
      only: Type.Optional(Type.Literal("lost")),
      /** Number of entitlements to skip. */
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: POLICY_PAGE_MAX })),
    }),
    responses: { 200: HalList("inducements", Inducement) },
  },
});

/** Lists what the policies of the orgs above hand down, by `name` (the default), `resource` or `origin`. */
export const listInherited = defineCall({
  name: "orgs/listInherited",
  summary: "List the entitlements that an org inherits",
  method: "GET",
  endpoint: "/api/clients/:clientId/mp-orgs/:oid/inherited",
  permission: "RoleMapping",
  orOwnResources: true,
  schema: {
    params: OrgParams,
    query: Type.Object({ ...PolicyFilters, resourceId: Type.Optional(Uuid), ...PagingQuery }),
    responses: { 200: HalList("entitlements", InheritedEntitlement) },
  },
});

/** The roles of all entitlements that an org has besides those of its own policy, by their origin. */
export const readInheritedRoles = defineCall({
  name: "orgs/readInheritedRoles",
  summary: "Get all role OIDs that an org inherits",
  method: "GET",
  endpoint: "/api/clients/:clientId/mp-orgs/:oid/inherited/role-oids",
  permission: "RoleMapping",
  orOwnResources: true,
  reply: "bytes",
  holds: "policy",
  succeededVersion: 2,
  schema: { params: OrgParams, responses: { 200: InheritedRoles } },
});

/** Counts the org's policy, in total and by resource. */
export const countInducements = defineCall({
  name: "orgs/countInducements",
  summary: "Count the entitlements of a policy",
  method: "GET",
  endpoint: "/api/clients/:clientId/mp-orgs/:oid/inducements/count",
  permission: "RoleMapping",
  orOwnResources: true,
  schema: {
    params: OrgParams,
    query: Type.Object({ ...PolicyFilters, resourceId: Type.Optional(Uuid) }),
    responses: { 200: PolicyCounts },
  },
});

/** The oids of all roles that the org's policy grants now, ascending. */
export const readPolicyRoles = defineCall({
  name: "orgs/readPolicyRoles",
  summary: "Get all role OIDs of a policy",
  method: "GET",
  endpoint: "/api/clients/:clientId/mp-orgs/:oid/inducements/role-oids",
  permission: "RoleMapping",
  orOwnResources: true,
  reply: "bytes",
  holds: "policy",
  schema: { params: OrgParams, responses: { 200: Type.Array(Uuid) } },
});

const InducementParams = Type.Object({ clientId: Uuid, oid: Uuid, inducementId: Uuid });

const PeriodChange = Type.Object({
  ...Period.properties,
  /** The period that the user saw. */
  expected: Period,
});
export type PeriodChange = Static<typeof PeriodChange>;

/** Sets for which period the org's policy grants an entitlement. ECONFLICT if its period is no longer the expected one. */
export const setInducementPeriod = defineCall({
  name: "orgs/setInducementPeriod",
  summary: "Set the period of an entitlement in a policy",
  method: "PUT",
  endpoint: "/api/clients/:clientId/mp-orgs/:oid/inducements/:inducementId/period",
  permission: "RoleMapping",
  orOwnResources: true,
  requestedVersion: 2,
  schema: { params: InducementParams, body: PeriodChange, responses: { 200: Inducement } },
});

/** Removes one entitlement from the org's policy. */
export const deleteInducement = defineCall({
  name: "orgs/deleteInducement",
  summary: "Remove an entitlement from a policy",
  method: "DELETE",
  endpoint: "/api/clients/:clientId/mp-orgs/:oid/inducements/:inducementId",
  permission: "RoleMapping",
  orOwnResources: true,
  succeededVersion: 2,
  formerFields: WHOLE_POLICY,
  schema: { params: InducementParams, responses: { 200: Org } },
});
