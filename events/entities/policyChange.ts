/** Changes of policies: of one org or of many at once, what they would do, what they did, and undoing them. */
import { Type, type Static } from "typebox";
import { MessageSchema } from "../kernel/message.ts";
import { Personal, Typed } from "../kernel/redaction.ts";
import { Count, Instant, Nullable, Text, Uuid } from "./common.ts";
import { OrgTypeSchema } from "./org.ts";

/** Orgs that one change names or leaves out, at most. */
export const CHANGED_ORGS_MAX = 10_000;
/** Entitlements and access roles that one change of many orgs names, at most. */
export const CHANGED_ROLES_MAX = 10_000;

/**
 * Which orgs are changed: those of the oids, or, with `all`, every org that the filters find except those of the oids.
 * The roots, which stand for a whole type, are never among those that filters find.
 */
export const OrgChoice = Type.Object({
  all: Type.Boolean(),
  oids: Type.Array(Uuid, { maxItems: CHANGED_ORGS_MAX }),
  orgType: Type.Optional(OrgTypeSchema),
  contains: Type.Optional(Typed(Text)),
});
export type OrgChoice = Static<typeof OrgChoice>;

/**
 * Which entitlements and access roles: those of the oids, or, with `all`, every entitlement that the filters find except
 * those of the oids.
 */
export const RoleChoice = Type.Object({
  all: Type.Boolean(),
  oids: Type.Array(Uuid, { maxItems: CHANGED_ROLES_MAX }),
  resourceId: Type.Optional(Uuid),
  contains: Type.Optional(Typed(Text)),
});
export type RoleChoice = Static<typeof RoleChoice>;

/** `equal`: each policy becomes exactly the list. */
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

/** What a change would do to one org. People are those of the org and of all orgs below it. */
export const OrgEffect = Type.Object({
  oid: Uuid,
  displayName: Text,
  /** Entitlements and access roles that its policy would get and lose. */
  added: Count,
  removed: Count,
  gaining: Count,
  losing: Count,
});
export type OrgEffect = Static<typeof OrgEffect>;

/** What a change would do to the holders of one entitlement. */
export const EntitlementEffect = Type.Object({
  roleOid: Uuid,
  name: Type.String(),
  resourceName: Text,
  /** People who would gain and lose it. */
  gaining: Count,
  losing: Count,
});
export type EntitlementEffect = Static<typeof EntitlementEffect>;

/** What a change would do. Applying takes the fingerprint, and is refused where the effect would be another one now. */
export const PolicyChangePreview = Type.Object({
  /** The id that the change has where it is applied as this preview shows it. */
  changeId: Uuid,
  fingerprint: Type.String({ maxLength: 64 }),
  /** Orgs that are chosen, and those whose policies would change. */
  orgs: Type.Object({ chosen: Count, changed: Count }),
  /** Entitlements and access roles in policies. */
  added: Count,
  removed: Count,
  people: Type.Object({ gaining: Count, losing: Count, unchanged: Count }),
  /** Those that change most; the counts say how many there are in all. */
  orgEffects: Type.Array(OrgEffect),
  entitlementEffects: Type.Array(EntitlementEffect),
  affectedEntitlements: Count,
});
export type PolicyChangePreview = Static<typeof PolicyChangePreview>;

export const POLICY_CHANGE_KINDS = ["apply", "remove", "bulk", "import", "undo"] as const;

/** A change that was made. */
export const PolicyChange = Type.Object({
  id: Uuid,
  at: Instant,
  actor: Personal(Text),
  kind: Type.Unsafe<(typeof POLICY_CHANGE_KINDS)[number]>(
    Type.Union(POLICY_CHANGE_KINDS.map((kind) => Type.Literal(kind))),
  ),
  /** Percent; null where no report was applied. */
  threshold: Nullable(Type.Number()),
  resourceId: Nullable(Uuid),
  orgCount: Count,
  /** Of the org that was asked for, else of all orgs. */
  added: Count,
  removed: Count,
  /** The change that this one undid. */
  undoes: Nullable(Uuid),
  undoneBy: Nullable(Uuid),
});
export type PolicyChange = Static<typeof PolicyChange>;

/** What a change did, by the names of entitlements and access roles. */
export const PolicyChangeDetail = Type.Object({
  org: Type.Object({ oid: Uuid, displayName: Text }),
  added: Type.Array(Type.String()),
  removed: Type.Array(Type.String()),
  /** The lists are cut at their first names. */
  addedCount: Count,
  removedCount: Count,
});
export type PolicyChangeDetail = Static<typeof PolicyChangeDetail>;

/** What undoing a change would do now. */
export const PolicyUndoPreview = Type.Object({
  orgs: Count,
  /** Entitlements and access roles that come back to policies, and that leave them. */
  added: Count,
  removed: Count,
  /** Those that were changed since, and stay as they are. */
  kept: Count,
  people: Type.Object({ gaining: Count, losing: Count, unchanged: Count }),
});
export type PolicyUndoPreview = Static<typeof PolicyUndoPreview>;

/** A line of a file that cannot be used. */
export const FileProblem = Type.Object({ line: Count, reason: MessageSchema });
export type FileProblem = Static<typeof FileProblem>;

/** What a file of policies would do: each org that it names gets exactly the policy of the file. */
export const PolicyFileCheck = Type.Object({
  /** Null where a line cannot be used: then nothing of the file is applied. */
  preview: Nullable(PolicyChangePreview),
  /** The first of them. */
  problems: Type.Array(FileProblem),
  problemCount: Count,
});
export type PolicyFileCheck = Static<typeof PolicyFileCheck>;

/** An entitlement in the policy of an org. */
export const Grant = Type.Object({
  orgOid: Uuid,
  orgType: OrgTypeSchema,
  orgName: Text,
  roleOid: Uuid,
  name: Type.String(),
  resourceName: Text,
});
export type Grant = Static<typeof Grant>;
