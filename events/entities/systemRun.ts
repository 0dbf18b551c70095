/** A run that reads a connected system into a plan and applies it. Screens call it an import, the API calls its id `importTaskOid`. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { MapOf } from "../kernel/shapes.ts";
import { Count, Instant, Nullable, OneOf, Text, Uuid } from "./common.ts";
import { REMEDIES, TEST_STEPS } from "./connector.ts";
import { PERSON_HISTORY_KINDS } from "./identityChange.ts";

/** full: everything is read; changes: what changed since the last run; undo: a run is taken back. */
export const RUN_KINDS = ["full", "changes", "undo"] as const;
export type RunKind = (typeof RUN_KINDS)[number];

export const RUN_STATUSES = [
  /** A worker will take it. */
  "waiting",
  "reading",
  /** The plan waits for a person's decision. */
  "planned",
  "applying",
  "done",
  "failed",
  "cancelled",
  "rejected",
  /** A later run took it back. */
  "undone",
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** What a plan does to an object. A gone object is removed after the grace period unless it returns. */
export const RUN_CHANGES = ["added", "changed", "renamed", "gone", "returned", "removed"] as const;
export type RunChange = (typeof RUN_CHANGES)[number];

/** How a list of a plan's entries is filtered: by their change, or to those of people who leave, or of excluded accounts. */
export const ENTRY_FILTERS = [...RUN_CHANGES, "leaving", "excluded"] as const;
export type EntryFilter = (typeof ENTRY_FILTERS)[number];

/** Why a plan waits for a decision. */
export const RUN_GATES = [
  "manyGone",
  "incomplete",
  "manyRenamed",
  "becameEmpty",
  "manyLost",
  "manyLeaving",
  "manyRewritten",
] as const;
export type RunGate = (typeof RUN_GATES)[number];

/** People whom a plan changes, by what happens to them. */
export const PeopleCounts = Type.Object({
  joined: Count,
  moved: Count,
  changed: Count,
  left: Count,
  returned: Count,
});
export type PeopleCounts = Static<typeof PeopleCounts>;

export const NO_PEOPLE: PeopleCounts = { joined: 0, moved: 0, changed: 0, left: 0, returned: 0 };

/** What the gates compare with the limits of the settings. */
export const GateFigures = Type.Object({
  /** Objects that the last applied run found, without missing ones. */
  known: Count,
  /** Entitlements that they held, and how many of them those that still exist have lost. */
  held: Count,
  lost: Count,
  /**
   * Of an HR system: people of the directory whom it describes and who have not left. 0 if nobody leaves; missing for other
   * systems and in plans of earlier versions.
   */
  employed: Type.Optional(Count),
  /** People of the directory who have not left. Missing in plans that cannot change people and in those of earlier versions. */
  people: Type.Optional(Count),
  maxGonePercent: Count,
  maxRenamedPercent: Count,
});
export type GateFigures = Static<typeof GateFigures>;

export const RunCounts = Type.Object({
  /** Objects that were read. */
  read: Count,
  unchanged: Count,
  added: Count,
  changed: Count,
  renamed: Count,
  gone: Count,
  returned: Count,
  removed: Count,
  /** Accounts whose owner was not found. */
  orphaned: Count,
  /**
   * Of an HR system: people who leave because their objects are inactive. Missing for other systems and in plans of earlier
   * versions.
   */
  leaving: Type.Optional(Count),
  /**
   * People who get another name, job, department or location. Missing in plans that cannot change people and in those of
   * earlier versions.
   */
  rewritten: Type.Optional(Count),
  /** Accounts that were read and that the settings leave out. Missing in plans of earlier versions. */
  excluded: Type.Optional(Count),
});
export type RunCounts = Static<typeof RunCounts>;

export const NO_COUNTS: RunCounts = {
  read: 0,
  unchanged: 0,
  added: 0,
  changed: 0,
  renamed: 0,
  gone: 0,
  returned: 0,
  removed: 0,
  orphaned: 0,
};

/** Why a run failed, or why it could not read everything. */
export const RunProblem = Type.Object({
  code: OneOf([
    ...REMEDIES,
    "gaveUp",
    "settingsIncomplete",
    "recordsRejected",
    /** Fields of people keep their values, because the system lost the attributes that set them. */
    "attributesLost",
    "mappingsTooSlow",
    /** A user ended the run after it had applied a part of its plan. */
    "abandoned",
  ]),
  step: Nullable(OneOf(TEST_STEPS)),
  /** What the system said. */
  detail: Personal(Type.String()),
});
export type RunProblem = Static<typeof RunProblem>;

/** Someone who prepared a plan: generated a preview, changed what it includes, or started an import. */
export const PlanPreparer = Type.Object({ id: Uuid, username: Personal(Text) });
export type PlanPreparer = Static<typeof PlanPreparer>;

/** Of a plan that needs the approval of two people. */
export const FirstApproval = Type.Object({ id: Uuid, username: Personal(Text), at: Instant });
export type FirstApproval = Static<typeof FirstApproval>;

export const SystemRun = Type.Object({
  oid: Uuid,
  resourceId: Uuid,
  no: Count,
  kind: OneOf(RUN_KINDS),
  status: OneOf(RUN_STATUSES),
  /** Objects read or entries applied so far. */
  progress: Count,
  scheduled: Type.Boolean(),
  /** A new version of a watched file started it. Missing for other runs. */
  watched: Type.Optional(Type.Boolean()),
  /** Username. */
  actor: Personal(Text),
  createdAt: Instant,
  endedAt: Nullable(Instant),
  /** Null before everything was read. */
  complete: Nullable(Type.Boolean()),
  counts: Nullable(RunCounts),
  /**
   * People of the directory whose accounts the plan changes. For an HR system: the people whom its entries describe.
   * Null before everything was read.
   */
  people: Nullable(Count),
  /** The people whom the plan changes, when it was made. Missing for plans that cannot change people. */
  plannedPeople: Type.Optional(PeopleCounts),
  gates: Type.Array(OneOf(RUN_GATES)),
  /** Missing before everything was read, for an undo, and in logs of earlier builds. */
  compared: Type.Optional(GateFigures),
  /** Of the plan that a decision is about. */
  hash: Nullable(Type.String()),
  problem: Nullable(RunProblem),
  /** The person who started it; none if Provision did. Missing in logs of earlier builds. */
  preparedBy: Type.Optional(Type.Array(PlanPreparer)),
  /**
   * Whether the client requires a second person to apply its waiting plan, or to undo it. True only for HR systems. Missing in
   * logs of earlier builds.
   */
  needsOtherPerson: Type.Optional(Type.Boolean()),
  /** Missing until the first of two people approved a plan that Provision made. */
  firstApproval: Type.Optional(FirstApproval),
  decidedBy: Nullable(Personal(Text)),
  decidedAt: Nullable(Instant),
  undoes: Nullable(Uuid),
  /** Whether it can be taken back, unless something later depends on what it changed. */
  undoable: Type.Boolean(),
});
export type SystemRun = Static<typeof SystemRun>;

/** An object's content, before or after a run. */
export const ObjectContent = Type.Object({
  attributes: MapOf(Type.Array(Type.String())),
  active: Nullable(Type.Boolean()),
  /** Names. */
  entitlements: Type.Array(Type.String()),
  /** The settings leave the account out: the directory does not have it. */
  excluded: Type.Optional(Type.Boolean()),
});
export type ObjectContent = Static<typeof ObjectContent>;

/** The people of a department whose existing accounts a run changes. */
export const AffectedDepartment = Type.Object({
  /** Null for people without a department. */
  department: Nullable(Text),
  people: Count,
  /** The people who lose an account, because the run misses or removes it, and those who leave. */
  losing: Count,
});
export type AffectedDepartment = Static<typeof AffectedDepartment>;

export const RunEntry = Type.Object({
  no: Count,
  objectClass: Text,
  objectId: Personal(Type.String()),
  name: Personal(Type.String()),
  change: OneOf(RUN_CHANGES),
  /**
   * The owner of the account, or the person whom the object of an HR system describes. Null before a new account or person
   * was added, for accounts without an owner and other objects.
   */
  person: Nullable(Personal(Text)),
  /** Whether the person leaves because the object of an HR system is inactive. Missing in logs of earlier builds. */
  leaves: Type.Optional(Type.Boolean()),
  before: Nullable(Personal(ObjectContent)),
  after: Nullable(Personal(ObjectContent)),
});
export type RunEntry = Static<typeof RunEntry>;

/** A person as a plan would make them. */
export const PlannedPerson = Type.Object({
  no: Count,
  kind: OneOf(PERSON_HISTORY_KINDS),
  externalId: Personal(Text),
  name: Personal(Text),
  /** The fields that differ, by id, without those of secret attributes. */
  before: MapOf(Personal(Type.String())),
  after: MapOf(Personal(Type.String())),
});
export type PlannedPerson = Static<typeof PlannedPerson>;
