/** Changes as the audit trail shows them. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Instant, Nullable, OneOf, Uuid } from "./common.ts";
import { CONNECTOR_KINDS } from "./connector.ts";

/** The kind of the changed thing: the part before the slash in the call's name. */
export const AUDIT_KINDS = [
  "users",
  "bulkChanges",
  "orgs",
  "groupings",
  "policyChanges",
  "accessRoles",
  "cases",
  "systems",
  "systemRuns",
  "systemTasks",
  "systemUsers",
  "connectors",
  "mappings",
  "correlation",
  "provisioning",
  "entitlements",
  "identities",
  "clients",
  "onboarding",
  "mining",
  "reports",
  "session",
  "sessions",
  "password",
  "factors",
  "activation",
  "support",
  "import",
  "server",
] as const;
export type AuditKindName = (typeof AUDIT_KINDS)[number];

/** An undo is a call of its own domain. These domains are listed with the changes that their calls make or undo. */
const LISTED_WITH = { bulkChanges: "users", policyChanges: "orgs" } as const;

type ListedKind = Exclude<AuditKindName, keyof typeof LISTED_WITH>;

const isListed = (kind: AuditKindName): kind is ListedKind => !(kind in LISTED_WITH);

/** The kind under which changes of a kind are listed. */
export const listedKind = (kind: AuditKindName): ListedKind =>
  isListed(kind) ? kind : LISTED_WITH[kind];

/** The kinds to filter by. */
export const LISTED_KINDS = AUDIT_KINDS.filter(isListed);

export const AuditKind = Type.Unsafe<AuditKindName>(
  Type.Union(AUDIT_KINDS.map((kind) => Type.Literal(kind))),
);

/** A field as text; nested values as JSON. */
const Value = Personal(Nullable(Type.String()));

export const AuditEntry = Type.Object({
  id: Uuid,
  at: Instant,
  /** A username, or `system` for changes by the server. */
  actor: Personal(Type.String()),
  /** The name of the call or of the server's operation. */
  call: Type.String(),
  /** The id of the changed thing. */
  target: Nullable(Type.String()),
  /** Its present name; null if it has none or no longer exists. */
  targetName: Personal(Nullable(Type.String())),
  fields: Type.Array(Type.Object({ field: Type.String(), before: Value, after: Value })),
  /** What ids in the values stand for at present. Ids of things without a name, or that are gone, are missing. */
  names: Type.Optional(Type.Array(Type.Object({ id: Uuid, name: Personal(Type.String()) }))),
  /** Of a saved or published configuration: the system that has these settings. Missing if nothing tells which. */
  system: Type.Optional(
    Type.Object({
      /** The key of its connector. */
      connector: Type.String(),
      kind: OneOf(CONNECTOR_KINDS),
    }),
  ),
});
export type AuditEntry = Static<typeof AuditEntry>;
