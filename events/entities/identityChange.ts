/** What changed about one person, newest first. */
import { Type, type Static } from "typebox";
import { AuditEntry } from "./auditEntry.ts";
import { Nullable, OneOf } from "./common.ts";

/** Of the person, of the person's access roles and cases, and of policies of the person's orgs and of those above them. */
export const IDENTITY_CHANGE_KINDS = [
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
  "policyBulk",
  "policyImported",
  "policyUndone",
] as const;
export type IdentityChangeKind = (typeof IDENTITY_CHANGE_KINDS)[number];

export const IdentityChange = Type.Object({
  id: AuditEntry.properties.id,
  at: AuditEntry.properties.at,
  actor: AuditEntry.properties.actor,
  kind: OneOf(IDENTITY_CHANGE_KINDS),
  /** The access role, what the case is about, or the orgs of the policies; null for a change of the person. */
  subject: Nullable(Type.String()),
  fields: AuditEntry.properties.fields,
});
export type IdentityChange = Static<typeof IdentityChange>;
