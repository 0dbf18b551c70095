/** Previews of what provisioning changes in a connected system, as stored plans that a person approves. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { MapOf } from "../kernel/shapes.ts";
import { Count, Instant, Nullable, OneOf, Text, Uuid } from "./common.ts";
import { REMEDIES } from "./connector.ts";
import { MAPPING_PROBLEMS } from "./mapping.ts";
import { ObjectContent, PlanPreparer } from "./systemRun.ts";

/** grant and revoke: an account gains or loses entitlements. */
export const PROVISION_KINDS = [
  "create",
  "change",
  "grant",
  "revoke",
  "enable",
  "disable",
  "remove",
] as const;
export type ProvisionKind = (typeof PROVISION_KINDS)[number];

export const PROVISION_STATUSES = [
  /** A worker will compute it. */
  "waiting",
  "computing",
  /** It waits for a person's decision. */
  "planned",
  /** A worker writes the approved changes to the system, or will. */
  "applying",
  "done",
  /** It was applied, but some changes failed. */
  "partlyFailed",
  "failed",
  "cancelled",
  "rejected",
] as const;
export type ProvisionStatus = (typeof PROVISION_STATUSES)[number];

/** What a person should check before approving a plan. */
export const PROVISION_GATES = [
  "firstPlan",
  "notImported",
  "manyRemoved",
  "manyRevoked",
  "blocked",
] as const;
export type ProvisionGate = (typeof PROVISION_GATES)[number];

export const OBJECT_STATES = [
  /** Nobody has decided about it. */
  "planned",
  /** Its problem has to be solved before it can be approved. */
  "blocked",
  /** A worker will write it to the system. */
  "approved",
  /** A worker writes it. After a crash, it may be written or not. */
  "writing",
  /** The system has it, or its task is attested. */
  "applied",
  /** The system does not have it. */
  "failed",
  /** The owner of a self-certified system has a task for it. */
  "task",
  /** It was not approved. */
  "skipped",
] as const;
export type ObjectState = (typeof OBJECT_STATES)[number];

/** Why a change cannot be approved, why it failed, or why a plan cannot be computed. */
export const PROVISION_PROBLEMS = [
  ...MAPPING_PROBLEMS,
  ...REMEDIES,
  "nameMissing",
  "accountExists",
  /** The settings of the system leave the account out. */
  "accountExcluded",
  "classMissing",
  "entitlementMissing",
  "secretMissing",
  /** The system accepted a write and did not store all of it. The detail names what it did not store. */
  "notStored",
  "notPublished",
  "gaveUp",
] as const;
export const ProvisionProblem = Type.Object({
  code: OneOf(PROVISION_PROBLEMS),
  /** The attribute that it is about, or what the system or the code of a mapping said. */
  detail: Personal(Type.String()),
});
export type ProvisionProblem = Static<typeof ProvisionProblem>;

/** One change of one account. Before and after contain only what it changes. */
export const ProvisionObject = Type.Object({
  no: Count,
  kind: OneOf(PROVISION_KINDS),
  /** The account's name. */
  name: Personal(Type.String()),
  objectClass: Type.String(),
  identityOid: Nullable(Uuid),
  person: Nullable(Personal(Type.String())),
  /** Values of secret attributes are replaced. */
  before: Nullable(Personal(ObjectContent)),
  after: Nullable(Personal(ObjectContent)),
  problem: Nullable(ProvisionProblem),
  state: OneOf(OBJECT_STATES),
  /** A person left it out of the approval. */
  leftOut: Type.Boolean(),
  /** By attribute: the values that the system stored instead, none if it stored nothing. Missing if it stored what was sent. */
  stored: Type.Optional(Personal(MapOf(Type.Array(Type.String())))),
});
export type ProvisionObject = Static<typeof ProvisionObject>;

export const KindCounts = Type.Object({
  kind: OneOf(PROVISION_KINDS),
  count: Count,
  blocked: Count,
  leftOut: Count,
  applied: Count,
  /** Approved and not yet written. */
  open: Count,
  failed: Count,
  /** Open and attested tasks. */
  tasks: Count,
});
export type KindCounts = Static<typeof KindCounts>;

/** How many changes that were left out of the previous preview are left out of this one, and how many it does not contain. */
export const KeptExclusions = Type.Object({ kept: Count, dropped: Count });
export type KeptExclusions = Static<typeof KeptExclusions>;

export const ProvisionPreview = Type.Object({
  id: Uuid,
  resourceId: Uuid,
  no: Count,
  status: OneOf(PROVISION_STATUSES),
  createdAt: Instant,
  /** When the plan was complete. */
  plannedAt: Nullable(Instant),
  endedAt: Nullable(Instant),
  /** Username. */
  actor: Personal(Text),
  /** The person who generated it, then everyone else who changed what it includes. Missing in logs of earlier builds. */
  preparedBy: Type.Optional(Type.Array(PlanPreparer)),
  /** None of them may approve it or, unless another person approved it, retry it. Missing in logs of earlier builds. */
  needsOtherPerson: Type.Optional(Type.Boolean()),
  /** Missing if nothing was left out of the previous preview, and in logs of earlier builds. */
  keptExclusions: Type.Optional(KeptExclusions),
  approvedBy: Nullable(Personal(Text)),
  approvedAt: Nullable(Instant),
  gates: Type.Array(OneOf(PROVISION_GATES)),
  /** Something that the plan depends on has changed since. */
  stale: Type.Boolean(),
  problem: Nullable(ProvisionProblem),
  /** When the next change is written, if the system failed or asked to wait. */
  dueAt: Nullable(Instant),
  /** It is cancelled after the change that is being written. */
  cancelling: Type.Boolean(),
  /** Counts what people leave out and approve. */
  version: Count,
  /** By kind. */
  resourcePreview: Type.Array(KindCounts),
  /** People who were compared so far. */
  previewCount: Count,
  /** The first changes. */
  previewObjects: Type.Array(ProvisionObject),
  /** All people. */
  totalCount: Count,
});
export type ProvisionPreview = Static<typeof ProvisionPreview>;
