/** Organisation units. They group people and carry policies. */
import { Type, type Static } from "typebox";
import { Count, Instant, Nullable, Text, Uuid } from "./common.ts";

export const OrgTypeSchema = Type.Union([
  Type.Literal("job-titles"),
  Type.Literal("departments"),
  Type.Literal("locations"),
]);

export const ORG_FILTER_TYPES = ["ROOT", "SUBTREE", "ONE_LEVEL", "ANCESTORS"] as const;
export type OrgFilterType = (typeof ORG_FILTER_TYPES)[number];

export const Org = Type.Object({
  oid: Uuid,
  displayName: Text,
  name: Text,
  orgType: OrgTypeSchema,
  parentOrgRef: Nullable(Type.Object({ oid: Uuid })),
  /** Sort keys of org lists: the normalized name or a count. */
  sortValue: Type.String(),
  /** Distinct identities assigned to the org or to one of its descendants. */
  memberCount: Count,
  /** Entitlements and access roles in the org's current policy. */
  inducementCount: Count,
  /** Those of them that are access roles. Absent in logs of earlier builds. */
  roleCount: Type.Optional(Count),
  /** Direct children. */
  childCount: Count,
});
export type Org = Static<typeof Org>;

/** One entitlement of an org's current policy. */
export const Inducement = Type.Object({
  id: Uuid,
  roleOid: Uuid,
  name: Type.String(),
  resourceName: Text,
  /** Its period of validity; null: unbounded. Absent in logs of earlier builds. */
  validFrom: Type.Optional(Nullable(Instant)),
  validUntil: Type.Optional(Nullable(Instant)),
});
export type Inducement = Static<typeof Inducement>;

/** An entitlement that an org inherits from the policy of an org above, directly or through an access role. */
export const InheritedEntitlement = Type.Object({
  roleOid: Uuid,
  name: Type.String(),
  resourceName: Text,
  /** The org whose policy has it. */
  origin: Type.Object({ oid: Uuid, displayName: Text }),
  /** Names from that org down to the parent of the org that inherits. */
  path: Type.Array(Text),
  /** The access role in that policy; null if the policy itself has the entitlement. Absent in logs of earlier builds. */
  role: Type.Optional(Nullable(Type.Object({ oid: Uuid, name: Text }))),
  /** The policy of the org that inherits has it, too. */
  isDirect: Type.Boolean(),
});
export type InheritedEntitlement = Static<typeof InheritedEntitlement>;

/**
 * What an org has besides the entitlements of its own policy: what the policies of the orgs above hand down, and the
 * entitlements of the access roles in its own policy and in those. The nearest org comes first.
 */
export const InheritedRoles = Type.Array(
  Type.Object({
    /** Names from the org with the policy down to the parent of the org that inherits; empty for its own policy. */
    path: Type.Array(Text),
    /** The name of the access role in that policy; null for entitlements that the policy has itself. */
    accessRole: Nullable(Text),
    roleOids: Type.Array(Uuid),
  }),
);
export type InheritedRoles = Static<typeof InheritedRoles>;

/** A policy's entitlements of one resource, or those that have left the directory. */
export const PolicyPart = Type.Object({
  resourceId: Nullable(Uuid),
  resourceName: Text,
  count: Count,
});
export type PolicyPart = Static<typeof PolicyPart>;

/** The counts of a policy. */
export const PolicyCounts = Type.Object({
  /** Entitlements. */
  total: Count,
  /** The requested entitlements, in total and by resource in list order, those without a resource last. */
  shown: Count,
  parts: Type.Array(PolicyPart),
});
export type PolicyCounts = Static<typeof PolicyCounts>;
