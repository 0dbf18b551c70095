/** Access roles: bundles of entitlements of several resources, which people hold directly or through their orgs. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Count, Instant, Nullable, OneOf, Text, Uuid } from "./common.ts";
import { OrgTypeSchema } from "./org.ts";
import { EntitlementEffect } from "./policyChange.ts";

/** Maximum entitlements of an access role. */
export const ROLE_ENTITLEMENTS_MAX = 1000;
/** Maximum owners of an access role. */
export const ROLE_OWNERS_MAX = 50;
export const ROLE_DESCRIPTION_MAX = 2000;

const Description = Type.String({ maxLength: ROLE_DESCRIPTION_MAX });

/** The resource that a role belongs to. A role without one is in the default bucket. */
export const RoleExtension = Type.Object({
  resourceRef: Type.Optional(Type.Object({ oid: Uuid })),
});

export const ROLE_STATUSES = ["active", "archived"] as const;
export const RoleStatus = OneOf(ROLE_STATUSES);

/** A role in lists. */
export const Role = Type.Object({
  oid: Uuid,
  name: Text,
  description: Description,
  extension: RoleExtension,
  status: RoleStatus,
  entitlementCount: Count,
  /** Orgs whose policies induce it now. */
  orgCount: Count,
  /** People to whom it is assigned now. */
  assignedCount: Count,
});
export type Role = Static<typeof Role>;

/** A resource with the number of its access roles; without a reference: the default bucket. */
export const RoleGroup = Type.Object({
  resourceRef: Nullable(Type.Object({ oid: Uuid })),
  resourceName: Text,
  count: Count,
});
export type RoleGroup = Static<typeof RoleGroup>;

export const RoleEntitlement = Type.Object({
  roleOid: Uuid,
  /** The oid of an entitlement that has left the directory. */
  name: Type.String(),
  /** Empty for an entitlement that has left the directory. */
  resourceName: Text,
});
export type RoleEntitlement = Static<typeof RoleEntitlement>;

export const RoleOwner = Type.Object({ oid: Uuid, name: Personal(Text) });
export type RoleOwner = Static<typeof RoleOwner>;

/** The people of a role. Each counts once in each number. */
export const RolePeople = Type.Object({
  /** Assigned to them. */
  direct: Count,
  /** Induced by one of their orgs, or by an org above it. */
  inherited: Count,
  /** Direct or inherited. */
  granted: Count,
  /** Their accounts hold all entitlements of the role. */
  inFact: Count,
});
export type RolePeople = Static<typeof RolePeople>;

export const AccessRole = Type.Object({
  ...Role.properties,
  /** Counts its changes. */
  version: Count,
  createdAt: Instant,
  changedAt: Instant,
  entitlements: Type.Array(RoleEntitlement),
  owners: Type.Array(RoleOwner),
  people: RolePeople,
});
export type AccessRole = Static<typeof AccessRole>;

/** What administrators edit. */
export const RoleContent = Type.Object({
  name: Text,
  description: Description,
  /** The resource it belongs to; null: the default bucket. */
  resourceOid: Nullable(Uuid),
  entitlementOids: Type.Array(Uuid, { maxItems: ROLE_ENTITLEMENTS_MAX }),
  ownerOids: Type.Array(Uuid, { maxItems: ROLE_OWNERS_MAX }),
});
export type RoleContent = Static<typeof RoleContent>;

/** What a change of a role's entitlements does to people. */
export const RoleEffect = Type.Object({
  /** Orgs that induce the role, by name; the first ones. `orgCount` counts all. */
  orgs: Type.Array(Type.Object({ oid: Uuid, displayName: Text, orgType: OrgTypeSchema })),
  orgCount: Count,
  /** People to whom it is assigned. */
  assignedCount: Count,
  people: Type.Object({ gaining: Count, losing: Count }),
  /** The entitlements that most people gain or lose. `affectedEntitlements` counts all. */
  entitlements: Type.Array(EntitlementEffect),
  affectedEntitlements: Count,
});
export type RoleEffect = Static<typeof RoleEffect>;
