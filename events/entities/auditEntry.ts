/** Changes as the audit trail shows them. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Instant, Nullable, Uuid } from "./common.ts";

/** What is changed: the part before the slash in the name of the call that changed it. */
export const AUDIT_KINDS = [
  "users",
  "bulkChanges",
  "orgs",
  "clients",
  "mining",
  "session",
  "sessions",
  "password",
  "activation",
  "support",
  "import",
  "server",
] as const;

export const AuditKind = Type.Unsafe<(typeof AUDIT_KINDS)[number]>(
  Type.Union(AUDIT_KINDS.map((kind) => Type.Literal(kind))),
);

/** A field as text; of nested values their JSON. */
const Value = Personal(Nullable(Type.String()));

export const AuditEntry = Type.Object({
  id: Uuid,
  at: Instant,
  /** A username, or `system` for what the server did. */
  actor: Personal(Type.String()),
  /** The name of the call, or of what the server did. */
  call: Type.String(),
  /** The id of what was changed. */
  target: Nullable(Type.String()),
  fields: Type.Array(Type.Object({ field: Type.String(), before: Value, after: Value })),
});
export type AuditEntry = Static<typeof AuditEntry>;
