/** The tables of connected systems. */
import type { SimulationSettings } from "#events/entities/correlation.ts";
import type { ColumnType, Generated } from "kysely";
import type { ConnectorKind } from "#events/entities/connector.ts";
import type { PersonHistoryKind } from "#events/entities/identityChange.ts";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import type { IdentityField, SystemSettings } from "#events/entities/system.ts";
import type {
  GateFigures,
  PeopleCounts,
  RunChange,
  RunKind,
  RunProblem,
  RunStatus,
} from "#events/entities/systemRun.ts";
import type { TaskAction, TaskChange, TaskState } from "#events/entities/systemTask.ts";
import type { JsonValue, NullableJsonb, Shaped, ShapedOrNull } from "./columns.ts";

export interface ConnectedSystemsTable {
  client_id: string;
  resource_id: string;
  connector_id: number;
  kind: ConnectorKind;
  description: Generated<string>;
  /** The user who answers for it, and who attests the work on a manual system. */
  owner_id: string | null;
  /** As administrators edit them. */
  settings: Shaped<SystemSettings>;
  /** As runs use them; null before the first publication. */
  published_settings: ShapedOrNull<SystemSettings>;
  /** As last discovered; null before. */
  object_classes: ShapedOrNull<ObjectClass[]>;
  confirmed: Generated<boolean>;
  /** Later steps are closed until the HR system is set up. */
  locked: Generated<boolean>;
  initial_import_complete: Generated<boolean>;
  /** No scheduled runs. */
  paused: Generated<boolean>;
  /** Counts the changes of secrets by administrators. */
  secrets_version: Generated<number>;
  /** The `secrets_version` that was published. */
  published_secrets_version: Generated<number>;
  published_at: Date | null;
  /** Null before the first publication. */
  first_published_at: Date | null;
  tested_at: Date | null;
  /** A `TestOutcome`. */
  test_outcome: NullableJsonb;
  /** `ActivationSettings`. */
  activation: ColumnType<JsonValue, string | undefined, string>;
  /** The limits of simulations; null: the default. */
  correlation: ShapedOrNull<SimulationSettings>;
  sync_token: string | null;
  next_run_at: Date | null;
  /** When the owners were mailed that it is set up; null before. */
  announced_at: Date | null;
  /** Counts the changes by administrators. */
  version: Generated<number>;
  created_at: Date;
}

export interface SystemSecretsTable {
  client_id: string;
  resource_id: string;
  field_id: string;
  /** Encrypted (`secrets/secrets.ts`) in the context of the client, the resource and the field. */
  sealed: Buffer;
  /** The hash of who may receive it (`receiversOf`). Null for an older one of the saved configuration. */
  receivers: string | null;
  /** The system's `secrets_version` since when an administrator chose it. */
  version: Generated<number>;
}

/** An authorization (OAuth 2) that an administrator started; used up by its state, in the session that started it. */
export interface PendingAuthorizationsTable {
  client_id: string;
  state_hash: Buffer;
  resource_id: string;
  cookie_hash: Buffer;
  expires_at: Date;
}

export interface SystemFilesTable {
  client_id: string;
  resource_id: string;
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  complete: Generated<boolean>;
  created_at: Date;
}

export interface SystemFilePartsTable {
  client_id: string;
  resource_id: string;
  file_id: string;
  /** From 0. */
  part: number;
  body: Buffer;
}

/** A run that reads a system, its plan, and the job that does both. */
export interface SystemRunsTable {
  client_id: string;
  resource_id: string;
  oid: string;
  /** Counts the runs of the resource. */
  no: number;
  kind: RunKind;
  status: RunStatus;
  /** Objects read or entries applied so far. */
  progress: Generated<number>;
  scheduled: boolean;
  /** Null for a scheduled run. */
  actor_id: string | null;
  actor: string;
  created_at: Date;
  ended_at: Date | null;
  /** Where the next read of changes continues; of a run that read a watched file, or will read it, the state of the file. */
  token_after: string | null;
  /** Whether everything was read; null before. */
  complete: boolean | null;
  counts: NullableJsonb;
  /** People whose accounts the plan changes; null before it was made. */
  people: number | null;
  /** Codes of the gates that keep the plan from being applied without a decision. */
  gates: ColumnType<JsonValue, string | undefined, string>;
  /** What the gates compared; null before, and for plans that earlier versions made. */
  compared: ShapedOrNull<GateFigures>;
  /** SHA-256 of the plan, in hexadecimal. */
  hash: string | null;
  /** With which the plan was made, and is applied; of an undo, those of the undone run. Null before. */
  settings: ShapedOrNull<SystemSettings>;
  /** Those that the system had when it was read; of an undo, those of the undone run. Null before. */
  object_classes: ShapedOrNull<ObjectClass[]>;
  /** Whether its entries were removed because they were old. */
  entries_dropped: Generated<boolean>;
  /** A `RunProblem`. */
  problem: NullableJsonb;
  /** Null before the first part of the plan can be applied. */
  applied: ShapedOrNull<AppliedParts>;
  decided_by: string | null;
  decided_at: Date | null;
  /** The first of the two people whom the plan needs; null until they approved it. */
  first_approver_id: string | null;
  first_approver: string | null;
  first_approved_at: Date | null;
  /** Of the plan that they approved. */
  first_approved_hash: string | null;
  /** Whether the plan waits for a decision in any case. */
  waits: Generated<boolean>;
  /** How many people the plan changes in each way, of whom `planned_people` has the first; null: none, or it did not look. */
  planned_people: ShapedOrNull<PeopleCounts>;
  /** The applied simulation whose rules found the owners; null: no rules were applied. */
  simulation_oid: string | null;
  /** The people and rules among which it looked for owners of accounts; null: it did not. */
  people_basis: string | null;
  /** The run that this one takes back. */
  undoes: string | null;
  /** Whether `system_run_people` has the people whom it changed. */
  keeps_people: Generated<boolean>;
  /** When a worker may take it. */
  due_at: Date;
  attempts: Generated<number>;
  lease_owner: string | null;
  lease_until: Date | null;
}

export interface SystemRunEntriesTable {
  client_id: string;
  resource_id: string;
  run_oid: string;
  /** From 1. */
  no: number;
  object_class: string;
  object_id: string;
  name: string;
  search_key: string;
  change: RunChange;
  name_before: string | null;
  /** JSON text of an `ObjectContent`; null if there was none. */
  before: string | null;
  after: string | null;
  /** Of the name and the content after the change. */
  after_hash: Buffer | null;
  /** The owner of the account after the run, or the last owner of a removed one. Null in a system's first run. */
  identity_oid: string | null;
  /** The external id of the person whom the object of an HR system describes. */
  person_id: string | null;
  /** Whether the person leaves because the object of an HR system is inactive. */
  leaves: Generated<boolean>;
  /** The account before the run wrote to it; null if there was none. An undo restores it. */
  former: ShapedOrNull<FormerAccount>;
  /** The name that the account gets, if it differs from the object's. */
  account_name: string | null;
}

/** A person whom the plan of an HR system changes, when it was made. */
export interface PlannedPeopleTable {
  client_id: string;
  resource_id: string;
  run_oid: string;
  /** From 1; people who leave come first. */
  no: number;
  kind: PersonHistoryKind;
  external_id: string;
  name: string;
  search_key: string;
  /** JSON texts of the fields that differ, by id. */
  before: string;
  after: string;
}

/** A person whom a run of an HR system added or changed. */
export interface SystemRunPeopleTable {
  client_id: string;
  resource_id: string;
  run_oid: string;
  identity_oid: string;
  /** The person before the run; null if the run added them. */
  former: ShapedOrNull<FormerPerson>;
  /** The access roles that the run ended; null if it did not end the person. */
  former_roles: ShapedOrNull<FormerRole[]>;
  /** MD5 of the person after the run, in the form of `former`; null until the run has written them. */
  written: string | null;
}

export interface FormerPerson {
  readonly externalId: string;
  readonly fields: Readonly<Record<Exclude<IdentityField, "externalId">, string | null>>;
  readonly attributes: Readonly<Record<string, string>>;
  readonly byHand: boolean;
  /** Milliseconds since the epoch. */
  readonly endedAt: number | null;
  /** The oids of the person's orgs. */
  readonly orgs: readonly string[];
}

export interface FormerRole {
  /** Of the assignment. */
  readonly id: string;
  readonly until: string | null;
}

/** An org that a run of an HR system added. */
export interface SystemRunOrgsTable {
  client_id: string;
  resource_id: string;
  run_oid: string;
  org_oid: string;
}

/** An entitlement that a run added. */
export interface SystemRunEntitlementsTable {
  client_id: string;
  resource_id: string;
  run_oid: string;
  entitlement_id: string;
}

/** What the parts of a plan that were applied did, all together. */
export interface AppliedParts {
  /** The last entry that was applied. */
  readonly no: number;
  /** Accounts whose owner was not found. */
  readonly orphaned: number;
  /** Records that could not be used, and why the first ones could not. */
  readonly rejected: number;
  readonly reasons: readonly string[];
  /** Why the next part waits; null if it does not. */
  readonly problem: RunProblem | null;
}

export interface FormerAccount {
  /** The oid of its identity. */
  readonly owner: string | null;
  readonly active: boolean | null;
  /** Names of entitlements, of an account that existed before its object was added; null for others. */
  readonly held: readonly string[] | null;
}

interface StoredForm {
  readonly written: readonly string[];
  readonly stored: readonly string[];
  /** For the system, the stored values are others than the written ones. */
  readonly replaced?: true;
}

/** By attribute; null: the system stores the values as they were written. */
export type StoredForms = Readonly<Record<string, StoredForm | null>>;

/** An object as the last applied run found it. */
export interface SystemObjectsTable {
  client_id: string;
  resource_id: string;
  object_class: string;
  object_id: string;
  name: string;
  /** The account's name in `accounts`; null for other objects. */
  account_name: string | null;
  /** Of the content. */
  hash: Buffer;
  /** JSON text of an `ObjectContent`. */
  content: string;
  /** How many entitlements the content names. */
  held: number;
  /** Since when the system lacks it. */
  gone_at: Date | null;
  /** Values that the system stores in another form than Provision wrote them, or replaces by others. */
  stored_forms: ColumnType<StoredForms, string | undefined, string>;
  /** When provisioning last wrote it to the system; null: never. */
  provisioned_at: Date | null;
  /** Of an HR system: the external id of the person whom it describes. */
  person_id: string | null;
}

/** A change that a person makes by hand in a self-certified system. */
export interface SystemTasksTable {
  client_id: string;
  resource_id: string;
  id: string;
  action: TaskAction;
  /** The account's name. */
  account: string;
  identity_oid: string | null;
  changes: ColumnType<TaskChange[], string | undefined, string>;
  note: Generated<string>;
  search_key: string;
  state: Generated<TaskState>;
  created_by: string;
  created_at: Date;
  settled_by_id: string | null;
  settled_by: string | null;
  settled_at: Date | null;
}

/** What administrators say about an entitlement; a row without a review has the defaults. */
export interface EntitlementReviewsTable {
  client_id: string;
  entitlement_id: string;
  resource_id: string;
  /** Null: its name in the system. */
  display_name: string | null;
  description: Generated<string>;
  owner_id: string | null;
  /** From 1; null: after all others. */
  position: number | null;
  /** Runs leave it out. */
  excluded: Generated<boolean>;
  /** No import has named it yet. */
  interim: Generated<boolean>;
  /** Whether the last known state of the system names it; null before the first comparison. */
  reported: boolean | null;
  checked_at: Date | null;
  /** The normalized display name. */
  search_key: Generated<string>;
  version: Generated<number>;
}

/** A name that imports read as another entitlement. */
export interface EntitlementAliasesTable {
  client_id: string;
  resource_id: string;
  name: string;
  entitlement_id: string;
}
