/** Cases: findings about access that somebody takes care of. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Instant, Nullable, OneOf, Text, Uuid } from "./common.ts";

/**
 * What was found: held and not granted, granted and not held, granted for a period that ends soon, or an account of
 * nobody.
 */
export const CASE_KINDS = [
  "outsidePolicy",
  "missingAccess",
  "expiringSoon",
  "orphanedAccount",
] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

export const CASE_STATES = ["open", "inProgress", "resolved", "dismissed"] as const;
export type CaseState = (typeof CASE_STATES)[number];

/** The states of cases that are not settled. A finding has at most one such case. */
export const UNSETTLED: readonly CaseState[] = ["open", "inProgress"];

/** Which cases a list shows. */
export const CASE_FILTERS = ["unsettled", "all", ...CASE_STATES] as const;
export type CaseFilter = (typeof CASE_FILTERS)[number];

/** Maximum length of a comment, in UTF-16 code units. */
export const COMMENT_MAX_LENGTH = 2000;
const CommentText = Personal(Type.String({ maxLength: COMMENT_MAX_LENGTH }));

/** A calendar day. */
const Day = Type.String({ format: "date" });

export const Finding = Type.Object({
  kind: OneOf(CASE_KINDS),
  /** The person and the entitlement; null for an account. */
  identityOid: Nullable(Uuid),
  roleOid: Nullable(Uuid),
  /** The orphaned account; null for access. */
  accountId: Nullable(Uuid),
});
export type Finding = Static<typeof Finding>;

export const NewCase = Type.Object({
  ...Finding.properties,
  /** A user of the client; null: nobody yet. */
  ownerId: Nullable(Uuid),
  dueOn: Nullable(Day),
  /** The first comment; empty for none. */
  comment: CommentText,
});
export type NewCase = Static<typeof NewCase>;

export const CaseChange = Type.Object({
  version: Type.Integer({ minimum: 0 }),
  state: OneOf(CASE_STATES),
  ownerId: Nullable(Uuid),
  dueOn: Nullable(Day),
});
export type CaseChange = Static<typeof CaseChange>;

/** How a closed case ended. */
export const SETTLED_STATES = ["resolved", "dismissed"] as const;

/** One change of many cases: those that are not settled are closed, or all get an owner or a due date. */
export const CasesChange = Type.Union([
  Type.Object({ state: OneOf(SETTLED_STATES) }),
  Type.Object({ ownerId: Nullable(Uuid) }),
  Type.Object({ dueOn: Nullable(Day) }),
]);
export type CasesChange = Static<typeof CasesChange>;

/** Maximum cases in one change. */
export const CHANGED_CASES_MAX = 5000;

export const NewComment = Type.Object({ text: CommentText });

export const Case = Type.Object({
  id: Uuid,
  ...Finding.properties,
  /** The name of the person or of the account when the case was opened. */
  subject: Personal(Type.String()),
  /** The entitlement; null for an account. */
  entitlementName: Nullable(Type.String()),
  resourceName: Text,
  state: OneOf(CASE_STATES),
  ownerId: Nullable(Uuid),
  /** The owner's username. */
  owner: Nullable(Personal(Text)),
  dueOn: Nullable(Day),
  createdAt: Instant,
  createdBy: Personal(Text),
  changedAt: Instant,
  version: Type.Integer({ minimum: 0 }),
});
export type Case = Static<typeof Case>;

export const CaseDetail = Type.Object({
  ...Case.properties,
  /** Oldest first. */
  comments: Type.Array(
    Type.Object({ id: Uuid, at: Instant, author: Personal(Text), text: CommentText }),
  ),
});
export type CaseDetail = Static<typeof CaseDetail>;

/** A user who can own cases. */
export const CaseOwner = Type.Object({ id: Uuid, username: Personal(Text) });
export type CaseOwner = Static<typeof CaseOwner>;
