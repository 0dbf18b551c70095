/** What changed about one person, newest first. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { AuditEntry } from "./auditEntry.ts";
import { Count, Nullable, OneOf, Text, Uuid } from "./common.ts";

/** Of a person, by an import. */
export const PERSON_HISTORY_KINDS = ["joined", "moved", "changed", "left", "returned"] as const;
export type PersonHistoryKind = (typeof PERSON_HISTORY_KINDS)[number];

/** Of the person's accounts: what imports found, what previews wrote, tasks and decisions about owners. */
export const ACCOUNT_CHANGE_KINDS = [
  "accountFound",
  "accountChanged",
  "accountRenamed",
  "accountMissing",
  "accountReturned",
  "accountRemoved",
  "accountExcluded",
  "accountIncluded",
  "accountCreated",
  "accountEnabled",
  "accountDisabled",
  "accountDeleted",
  "accessGained",
  "accessLost",
  "accountLinked",
  "taskAdded",
  "taskAttested",
  "taskWithdrawn",
] as const;
export type AccountChangeKind = (typeof ACCOUNT_CHANGE_KINDS)[number];

/**
 * Of the person, of the person's accounts, access roles and cases, and of policies of the person's orgs and of those
 * above them.
 */
export const IDENTITY_CHANGE_KINDS = [
  ...PERSON_HISTORY_KINDS,
  ...ACCOUNT_CHANGE_KINDS,
  "created",
  "edited",
  "ended",
  "roleGranted",
  "roleRevoked",
  "caseOpened",
  "caseChanged",
  "caseCommented",
  "policyApplied",
  "policyRemoved",
  "policyPeriod",
  "policyBulk",
  "policyImported",
  "policyUndone",
] as const;
export type IdentityChangeKind = (typeof IDENTITY_CHANGE_KINDS)[number];

/** What caused a change in a system. */
export const ChangeSource = Type.Object({
  kind: OneOf(["run", "preview", "task", "decision"]),
  resourceId: Uuid,
  resourceName: Text,
  /** Of the run or preview. */
  no: Nullable(Count),
});
export type ChangeSource = Static<typeof ChangeSource>;

export const IdentityChange = Type.Object({
  id: AuditEntry.properties.id,
  at: AuditEntry.properties.at,
  actor: AuditEntry.properties.actor,
  kind: OneOf(IDENTITY_CHANGE_KINDS),
  /** The account, the access role, what the case is about, or the orgs of the policies; null for a change of the person. */
  subject: Personal(Nullable(Type.String())),
  fields: AuditEntry.properties.fields,
  names: AuditEntry.properties.names,
  source: Type.Optional(ChangeSource),
});
export type IdentityChange = Static<typeof IdentityChange>;
