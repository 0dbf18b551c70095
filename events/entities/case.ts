/** Cases: findings about access that somebody takes care of. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Instant, Nullable, OneOf, Text, Uuid } from "./common.ts";

/**
 * What was found: held and not granted, granted and not held, granted for a period that ends soon, an account of nobody,
 * or an account that nobody has used for long.
 */
export const CASE_KINDS = [
  "outsidePolicy",
  "missingAccess",
  "expiringSoon",
  "orphanedAccount",
  "dormantAccount",
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
  /** The person, the account or the org that it is about; the others are null. */
  identityOid: Nullable(Uuid),
  accountId: Nullable(Uuid),
  /** Absent in logs of earlier builds. */
  orgOid: Type.Optional(Nullable(Uuid)),
  /** The entitlement or access role of a person or an org; null for an account. */
  roleOid: Nullable(Uuid),
  /** The resource with access outside policy of the people of an org; otherwise null. */
  resourceId: Type.Optional(Nullable(Uuid)),
});
export type Finding = Static<typeof Finding>;

/** The ids of a finding, none of which is set: each finding sets those of what it is about. */
export const NO_SUBJECT = {
  identityOid: null,
  accountId: null,
  orgOid: null,
  roleOid: null,
  resourceId: null,
} as const satisfies Omit<Finding, "kind">;

/** The row of a stored report that says so. Access outside policy of an org needs one. */
export const ReportedIn = Type.Object({
  reportId: Uuid,
  no: Type.Integer({ minimum: 1 }),
});
export type ReportedIn = Static<typeof ReportedIn>;

export const NewCase = Type.Object({
  ...Finding.properties,
  reportedIn: Type.Optional(ReportedIn),
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
  /** The name of the person, account or org when the case was opened. */
  subject: Personal(Type.String()),
  /** The entitlement or access role; null for an account, and for all access of an org to a resource. */
  entitlementName: Nullable(Type.String()),
  /** Empty for an access role of no resource. */
  resourceName: Text,
  /** Whether it is about an access role. Absent in logs of earlier builds. */
  isAccessRole: Type.Optional(Type.Boolean()),
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
