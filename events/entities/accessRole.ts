/** Access roles: bundles of entitlements of several resources, which people hold directly or through their orgs. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Count, Instant, Nullable, OneOf, Period, Text, Uuid } from "./common.ts";
import { OrgTypeSchema } from "./org.ts";
import { EntitlementEffect, FileProblem } from "./policyChange.ts";

/** Maximum entitlements of an access role. */
export const ROLE_ENTITLEMENTS_MAX = 1000;
/** Maximum owners of an access role. */
const ROLE_OWNERS_MAX = 50;
export const ROLE_DESCRIPTION_MAX = 2000;

const Description = Type.String({ maxLength: ROLE_DESCRIPTION_MAX });

/** The resource that a role belongs to. A role without one is in the default bucket. */
const RoleExtension = Type.Object({
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

/** A role in lists of the roles that policies induce. */
export const InducedRole = Type.Object({
  ...Role.properties,
  /** That of the requested org's policy. Absent without such an org, and in logs of earlier builds. */
  period: Type.Optional(Period),
});
export type InducedRole = Static<typeof InducedRole>;

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

/** An entitlement in the list of the entitlements of roles. */
export const ListedRoleEntitlement = Type.Object({
  accessRoleOid: Uuid,
  role: Text,
  roleOid: Uuid,
  /** Empty for an entitlement that has left the directory. */
  name: Type.String(),
  resourceName: Type.String(),
});
export type ListedRoleEntitlement = Static<typeof ListedRoleEntitlement>;

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
  /** For the lists of the whole effect, such as `listAffectedPeople`. */
  previewId: Uuid,
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

export const GRANT_KINDS = ["person", "org"] as const;
/** To whom a role is given: a person, or an org whose policy induces it. */
export const GrantKind = OneOf(GRANT_KINDS);
export type GrantKind = (typeof GRANT_KINDS)[number];

/** To whom a role was given, or from whom it was taken. */
export const Granted = Type.Object({ kind: GrantKind, oid: Uuid, name: Personal(Text) });
export type Granted = Static<typeof Granted>;

export const RoleGrant = Type.Object({
  ...Granted.properties,
  /** null without the role. */
  period: Nullable(Period),
});
export type RoleGrant = Static<typeof RoleGrant>;

/** A period to give a role for, and the one that it replaces. */
export const GrantChange = Type.Object({
  kind: GrantKind,
  ...Period.properties,
  /** The period that the user saw; null if the person or the policy did not have the role. */
  expected: Nullable(Period),
});
export type GrantChange = Static<typeof GrantChange>;

export const HELD_GROUPS = ["granted", "direct", "inherited", "inFact"] as const;
/**
 * Which people of a role: those who have it now; those to whom it is assigned, also for a period before or after now;
 * those who inherit it; or those who hold all its entitlements.
 */
export const HeldGroup = OneOf(HELD_GROUPS);
export type HeldGroup = (typeof HELD_GROUPS)[number];

export const RoleHolder = Type.Object({
  oid: Uuid,
  externalId: Personal(Text),
  username: Personal(Nullable(Text)),
  givenName: Personal(Nullable(Text)),
  familyName: Personal(Nullable(Text)),
  jobTitle: Nullable(Text),
  /** Null if the role is not assigned to the person. */
  assignment: Nullable(Period),
  inherited: Type.Boolean(),
  inFact: Type.Boolean(),
});
export type RoleHolder = Static<typeof RoleHolder>;

/** An org whose policy induces the role, also for a period before or after now. */
export const RoleOrg = Type.Object({
  oid: Uuid,
  displayName: Text,
  orgType: OrgTypeSchema,
  memberCount: Count,
  ...Period.properties,
});
export type RoleOrg = Static<typeof RoleOrg>;

const ROLE_VERSION_KINDS = ["created", "edited", "archived", "unarchived", "restored"] as const;

/** A version of a role, and how it differs from the one before. */
export const RoleVersion = Type.Object({
  version: Count,
  kind: OneOf(ROLE_VERSION_KINDS),
  at: Instant,
  actor: Personal(Text),
  /** Changed texts: of the name, the description and the resource. */
  fields: Type.Array(
    Type.Object({
      field: OneOf(["name", "description", "resource"]),
      before: Type.String(),
      after: Type.String(),
    }),
  ),
  /** Names of entitlements. */
  added: Type.Array(Type.String()),
  removed: Type.Array(Type.String()),
  addedOwners: Type.Array(Personal(Type.String())),
  removedOwners: Type.Array(Personal(Type.String())),
});
export type RoleVersion = Static<typeof RoleVersion>;

/** An assignment or an inducement that ends. */
export const ExpiringGrant = Type.Object({
  kind: GrantKind,
  /** The access role, or the entitlement that a policy contains itself. */
  role: Type.Object({ oid: Uuid, name: Text }),
  /** Absent in logs of earlier builds, which list access roles only. */
  isAccessRole: Type.Optional(Type.Boolean()),
  /** The person or the org. */
  subject: Type.Object({ oid: Uuid, name: Personal(Text) }),
  validUntil: Instant,
  /** The case about it that is not settled. Absent in logs of earlier builds. */
  caseId: Type.Optional(Nullable(Uuid)),
});
export type ExpiringGrant = Static<typeof ExpiringGrant>;

/** How many roles a file created and changed. */
export const RoleFileChange = Type.Object({ created: Count, changed: Count });
export type RoleFileChange = Static<typeof RoleFileChange>;

/** What a file of access roles changes: each role in the file gets exactly the entitlements of the file. */
export const RoleFileCheck = Type.Object({
  /** null if a line is invalid. Such a file cannot be applied. */
  preview: Nullable(
    Type.Object({
      fingerprint: Type.String({ maxLength: 64 }),
      ...RoleFileChange.properties,
      /** Entitlements that roles get and lose, summed over all roles. */
      added: Count,
      removed: Count,
      /** The first roles that change, each with the first names of entitlements, by resource and name. */
      roles: Type.Array(
        Type.Object({
          name: Text,
          isNew: Type.Boolean(),
          added: Type.Array(Type.String()),
          addedCount: Count,
          removed: Type.Array(Type.String()),
          removedCount: Count,
        }),
      ),
    }),
  ),
  /** The first invalid lines; `problemCount` counts all. */
  problems: Type.Array(FileProblem),
  problemCount: Count,
});
export type RoleFileCheck = Static<typeof RoleFileCheck>;
