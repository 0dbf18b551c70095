/** Upcoming changes of one person and their accounts, which people can still prevent. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Instant, Nullable, OneOf } from "./common.ts";
import { ChangeSource } from "./identityChange.ts";
import { PROVISION_KINDS } from "./provisioning.ts";

export const PENDING_KINDS = [
  /** A change of a preview that waits for approval. */
  "planned",
  /** Its problem has to be solved before it can be approved. */
  "blocked",
  /** Somebody left it out of the approval. */
  "leftOut",
  /** An open task of a self-certified system. */
  "task",
  /** The system lacks the account: the first import after `dueAt` removes it. */
  "missing",
  /** The HR system lacks the person: the first import after `dueAt` ends them. */
  "ending",
  /** The person has left: from `dueAt` on, previews disable or remove the account. */
  "leaving",
] as const;
export type PendingKind = (typeof PENDING_KINDS)[number];

export const PendingChange = Type.Object({
  kind: OneOf(PENDING_KINDS),
  /** What happens to the account; null for a person. */
  action: Nullable(OneOf(PROVISION_KINDS)),
  /** The account's name; null for a person. */
  account: Personal(Nullable(Type.String())),
  /** Names of entitlements. */
  gained: Type.Array(Type.String()),
  lost: Type.Array(Type.String()),
  /** When it was planned or noticed. */
  since: Instant,
  /** Null: it waits for a person. */
  dueAt: Nullable(Instant),
  source: ChangeSource,
});
export type PendingChange = Static<typeof PendingChange>;

/** The maximum number of listed changes. */
export const MAX_PENDING = 200;
