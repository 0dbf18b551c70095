/** Changes of one person's accounts that were approved and are not in the system: they failed, or are being written. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Count, Nullable, OneOf, Text, Uuid } from "./common.ts";
import { PROVISION_KINDS, ProvisionProblem } from "./provisioning.ts";

export const FailedChange = Type.Object({
  no: Count,
  kind: OneOf(PROVISION_KINDS),
  /** The account's name. */
  account: Personal(Type.String()),
  /** Names of entitlements. */
  gained: Type.Array(Type.String()),
  lost: Type.Array(Type.String()),
  /** A worker writes it, or will. */
  open: Type.Boolean(),
  /** Why it failed, or why the last attempt did. */
  problem: Nullable(ProvisionProblem),
});
export type FailedChange = Static<typeof FailedChange>;

/** The last approved preview of a system, with the changes of the person that failed. */
export const FailedPreview = Type.Object({
  resourceId: Uuid,
  resourceName: Text,
  previewId: Uuid,
  no: Count,
  /** Failed changes of all people. */
  failedCount: Count,
  /** Whether the user can have all failed changes written again. */
  retryable: Type.Boolean(),
  changes: Type.Array(FailedChange),
});
export type FailedPreview = Static<typeof FailedPreview>;

/** The maximum number of listed changes. */
export const MAX_FAILED = 200;
