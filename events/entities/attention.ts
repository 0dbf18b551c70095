/** Work that waits for a person: of connected systems, and overdue cases. */
import { Type, type Static } from "typebox";
import { Count, Nullable, OneOf, Text, Uuid } from "./common.ts";

/** Most urgent first. */
export const ATTENTION_KINDS = [
  /** The plan of an import waits for a decision. */
  "plan",
  /** A preview of provisioning waits for approval. */
  "preview",
  /** Approved changes that the system lacks. */
  "failedChanges",
  /** The last import failed. */
  "failedRun",
  /** Changes of the configuration are not published. */
  "unpublished",
  /** Accounts whose possible owners await a decision. */
  "matches",
  /** Open tasks of a self-certified system. */
  "tasks",
  /** Cases of all resources that are not settled and past their due date. */
  "overdueCases",
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

export const AttentionItem = Type.Object({
  kind: OneOf(ATTENTION_KINDS),
  /** The system; null for cases. */
  system: Nullable(Type.Object({ id: Uuid, name: Text })),
  /** The number of the import or preview; otherwise, how many things wait. */
  number: Count,
  /** The import that waits or failed. */
  runOid: Nullable(Uuid),
});
export type AttentionItem = Static<typeof AttentionItem>;

/** Maximum items in an answer. */
export const ATTENTION_MAX = 50;

export const Attention = Type.Object({
  /** The most urgent items. */
  items: Type.Array(AttentionItem),
  /** How many items there are. */
  total: Count,
});
export type Attention = Static<typeof Attention>;
