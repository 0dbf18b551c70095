/** Changes of the policies of one org or of many: requests, previews, history and undo. */
import { Type, type Static } from "typebox";
import { MessageSchema } from "../kernel/message.ts";
import { Personal, Typed } from "../kernel/redaction.ts";
import { Count, Instant, Nullable, OneOf, Period, Text, Uuid } from "./common.ts";
import { ListedPerson } from "./directory.ts";
import { OrgTypeSchema } from "./org.ts";

/** Maximum orgs that one change names or excludes. */
const CHANGED_ORGS_MAX = 10_000;
/** Maximum entitlements and access roles that one change names or excludes. */
const CHANGED_ROLES_MAX = 10_000;

/**
 * The orgs to change: those with the oids or, with `all`, all orgs that match the filters except those with the oids.
 * The filters never match the roots, which stand for a whole type.
 */
export const OrgChoice = Type.Object({
  all: Type.Boolean(),
  oids: Type.Array(Uuid, { maxItems: CHANGED_ORGS_MAX }),
  orgType: Type.Optional(OrgTypeSchema),
  contains: Type.Optional(Typed(Text)),
});
export type OrgChoice = Static<typeof OrgChoice>;

/**
 * The entitlements and access roles of a change: those with the oids or, with `all`, all entitlements or all access
 * roles that match the filters except those with the oids.
 */
export const RoleChoice = Type.Object({
  all: Type.Boolean(),
  oids: Type.Array(Uuid, { maxItems: CHANGED_ROLES_MAX }),
  resourceId: Type.Optional(Uuid),
  contains: Type.Optional(Typed(Text)),
  /** `all` and `equal` mean access roles, and not entitlements. */
  accessRoles: Type.Optional(Type.Boolean()),
});
export type RoleChoice = Static<typeof RoleChoice>;

/**
 * `equal` makes the entitlements of each policy equal to the list and keeps its access roles. With `accessRoles`, it makes
 * the access roles equal to the list and keeps the entitlements.
 */
export const POLICY_OPERATIONS = ["add", "remove", "equal"] as const;
export const PolicyOperation = Type.Unsafe<(typeof POLICY_OPERATIONS)[number]>(
  Type.Union(POLICY_OPERATIONS.map((operation) => Type.Literal(operation))),
);
export type PolicyOperation = Static<typeof PolicyOperation>;

/** A change of the policies of many orgs. */
export const PolicyChangeRequest = Type.Object({
  orgs: OrgChoice,
  operation: PolicyOperation,
  roles: RoleChoice,
});
export type PolicyChangeRequest = Static<typeof PolicyChangeRequest>;

/** The effect of a change on one org. `gaining` and `losing` count people in the org and in all orgs below it. */
export const OrgEffect = Type.Object({
  oid: Uuid,
  displayName: Text,
  /** Entitlements and access roles that the org's policy would get and lose. */
  added: Count,
  removed: Count,
  /** Those whose period would change. Absent in logs of earlier builds. */
  periods: Type.Optional(Count),
  gaining: Count,
  losing: Count,
});
export type OrgEffect = Static<typeof OrgEffect>;

/** The effect of a change on the holders of one entitlement. */
export const EntitlementEffect = Type.Object({
  roleOid: Uuid,
  name: Type.String(),
  resourceName: Text,
  /** People who would gain and lose the entitlement. */
  gaining: Count,
  losing: Count,
});
export type EntitlementEffect = Static<typeof EntitlementEffect>;

const effect = {
  people: Type.Object({ gaining: Count, losing: Count, unchanged: Count }),
  entitlementEffects: Type.Array(EntitlementEffect),
  affectedEntitlements: Count,
};

/**
 * The effect of a change. A request to apply the change sends the fingerprint, and the server rejects it if the effect
 * is different by then.
 */
export const PolicyChangePreview = Type.Object({
  /** The id to send when the change is applied. */
  changeId: Uuid,
  fingerprint: Type.String({ maxLength: 64 }),
  /** The chosen orgs, and those of them whose policies would change. */
  orgs: Type.Object({ chosen: Count, changed: Count }),
  /** Entitlements and access roles that policies would get and lose, summed over all orgs. */
  added: Count,
  removed: Count,
  /** Those whose period would change. Absent in logs of earlier builds. */
  periods: Type.Optional(Count),
  /** The first rows, most affected people first. `orgs.changed` and `affectedEntitlements` count all rows. */
  orgEffects: Type.Array(OrgEffect),
  ...effect,
});
export type PolicyChangePreview = Static<typeof PolicyChangePreview>;

export const AFFECTED_PEOPLE = ["all", "gaining", "losing"] as const;
export const AffectedPeople = OneOf(AFFECTED_PEOPLE);
export type AffectedPeople = Static<typeof AffectedPeople>;

/** A person who gains or loses access by a change. */
export const AffectedPerson = Type.Object({
  ...ListedPerson.properties,
  /** The first entitlements by resource and name. The counts include all. */
  gained: Type.Array(Type.String()),
  lost: Type.Array(Type.String()),
  gainedCount: Count,
  lostCount: Count,
});
export type AffectedPerson = Static<typeof AffectedPerson>;

/** The people whom a change affected when it was made. */
export const ChangedPeople = Type.Object({
  /** null if they were not recorded. */
  people: Nullable(Type.Object({ gaining: Count, losing: Count })),
});
export type ChangedPeople = Static<typeof ChangedPeople>;

/** The people of a change when it was made, or those whom its undo would affect now. */
export const PeopleOfChange = OneOf(["made", "undo"]);
export type PeopleOfChange = Static<typeof PeopleOfChange>;

export const POLICY_LINES = ["all", "added", "removed", "period"] as const;
export const PolicyLines = OneOf(POLICY_LINES);
export type PolicyLines = Static<typeof PolicyLines>;

/** An entitlement or access role that a previewed change adds to a policy or removes from it, or whose period it changes. */
export const PolicyLine = Type.Object({
  orgOid: Uuid,
  orgType: OrgTypeSchema,
  orgName: Text,
  roleOid: Uuid,
  name: Type.String(),
  /** null for an access role of no resource. */
  resourceName: Nullable(Text),
  change: OneOf(["added", "removed", "period"]),
  /**
   * The periods before and after a change of the period; null without the role. Absent for other changes, unless a file
   * sets the period, and in logs of earlier builds.
   */
  before: Type.Optional(Nullable(Period)),
  after: Type.Optional(Nullable(Period)),
});
export type PolicyLine = Static<typeof PolicyLine>;

/** The effect of a change of one org's policy on people. */
export const PolicyEffect = Type.Object({
  ...effect,
  /** The preview whose people can be listed; null in logs of earlier versions. */
  previewId: Nullable(Uuid),
});
export type PolicyEffect = Static<typeof PolicyEffect>;

const POLICY_CHANGE_KINDS = ["apply", "remove", "period", "bulk", "import", "undo"] as const;

/** A change in the history. */
export const PolicyChange = Type.Object({
  id: Uuid,
  at: Instant,
  actor: Personal(Text),
  kind: Type.Unsafe<(typeof POLICY_CHANGE_KINDS)[number]>(
    Type.Union(POLICY_CHANGE_KINDS.map((kind) => Type.Literal(kind))),
  ),
  /** In percent; null if the change did not apply a report. */
  threshold: Nullable(Type.Number()),
  resourceId: Nullable(Uuid),
  orgCount: Count,
  /**
   * The only org of the change; null if there are others or it has left the directory. Missing in logs of earlier
   * versions.
   */
  orgName: Type.Optional(Nullable(Text)),
  /** Of the requested org if there is one, otherwise of all orgs. */
  added: Count,
  removed: Count,
  /** The change that this one undid. */
  undoes: Nullable(Uuid),
  undoneBy: Nullable(Uuid),
});
export type PolicyChange = Static<typeof PolicyChange>;

/** An entitlement or access role that a change added to a policy or removed from it, or whose period it changed. */
export const ChangeLine = Type.Object({
  ...PolicyLine.properties,
  /** null for an org that has left the directory. */
  orgType: Nullable(OrgTypeSchema),
  isAccessRole: Type.Boolean(),
});
export type ChangeLine = Static<typeof ChangeLine>;

/** The effect of undoing a change. */
export const PolicyUndoPreview = Type.Object({
  orgs: Count,
  /** Entitlements and access roles that policies would get back and lose. */
  added: Count,
  removed: Count,
  /** Periods that would be restored. Absent in logs of earlier builds. */
  periods: Type.Optional(Count),
  /** Entitlements and access roles that undoing does not touch, because they were changed later. */
  kept: Count,
  people: Type.Object({ gaining: Count, losing: Count, unchanged: Count }),
});
export type PolicyUndoPreview = Static<typeof PolicyUndoPreview>;

/** An invalid line of a file. */
export const FileProblem = Type.Object({ line: Count, reason: MessageSchema });
export type FileProblem = Static<typeof FileProblem>;

/** The effect of a policy file: each org in the file gets exactly the entitlements, or access roles, of the file. */
export const PolicyFileCheck = Type.Object({
  /** null if a line is invalid. Such a file cannot be applied. */
  preview: Nullable(PolicyChangePreview),
  /** The first invalid lines; `problemCount` counts all. */
  problems: Type.Array(FileProblem),
  problemCount: Count,
});
export type PolicyFileCheck = Static<typeof PolicyFileCheck>;

/** Absent in logs of earlier builds. */
const GrantPeriod = {
  validFrom: Type.Optional(Period.properties.validFrom),
  validUntil: Type.Optional(Period.properties.validUntil),
};

/** An entitlement in the policy of an org. */
export const Grant = Type.Object({
  orgOid: Uuid,
  orgType: OrgTypeSchema,
  orgName: Text,
  roleOid: Uuid,
  name: Type.String(),
  resourceName: Text,
  ...GrantPeriod,
});
export type Grant = Static<typeof Grant>;

/** An access role in the policy of an org. */
export const RoleGrant = Type.Object({
  orgOid: Uuid,
  orgType: OrgTypeSchema,
  orgName: Text,
  accessRoleOid: Uuid,
  role: Text,
  ...GrantPeriod,
});
export type RoleGrant = Static<typeof RoleGrant>;
