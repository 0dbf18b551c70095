/** Upcoming changes of one person and their accounts, which people can still prevent. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Instant, Nullable, OneOf, Text, Uuid } from "./common.ts";
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

export const COMPARISON_STATES = [
  /** No preview was ever complete. */
  "never",
  /** People, policies, roles, settings or accounts have changed since the last preview. */
  "outdated",
  /** A worker computes a preview, or will. */
  "running",
] as const;

/** A system in which a preview may find changes of the person that are not listed. */
export const NotCompared = Type.Object({
  resourceId: Uuid,
  resourceName: Text,
  state: OneOf(COMPARISON_STATES),
  /** When the last complete preview was generated. */
  comparedAt: Nullable(Instant),
});
export type NotCompared = Static<typeof NotCompared>;

/** The maximum number of listed changes. */
export const MAX_PENDING = 200;
