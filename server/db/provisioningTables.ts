/** The tables of provisioning. */
import type { ColumnType, Generated } from "kysely";
import type {
  KeptExclusions,
  ObjectState,
  ProvisionGate,
  ProvisionKind,
  ProvisionProblem,
  ProvisionStatus,
} from "#events/entities/provisioning.ts";
import type { PlanPreparer } from "#events/entities/systemRun.ts";
import type { ShapedOrNull } from "./columns.ts";

/** A plan, and the job that computes it and applies it. */
export interface ProvisioningPlansTable {
  client_id: string;
  resource_id: string;
  id: string;
  /** Counts the plans of the resource. */
  no: number;
  status: ProvisionStatus;
  /** People who were compared so far, and all people. */
  evaluated: Generated<number>;
  total: Generated<number>;
  gates: ColumnType<ProvisionGate[], string | undefined, string>;
  /** What the plan depends on: another state makes it stale. Null before it is complete. */
  state: string | null;
  problem: ShapedOrNull<ProvisionProblem>;
  /** Counts what people leave out and approve. */
  version: Generated<number>;
  /** Null: Provision generated it. */
  actor_id: string | null;
  actor: string;
  created_at: Date;
  /** The users besides the actor who changed which changes the plan includes. */
  editors: ColumnType<PlanPreparer[], string | undefined, string>;
  /** What was left out of the preview before it, as counts. Null if nothing was. */
  kept_exclusions: ShapedOrNull<KeptExclusions>;
  planned_at: Date | null;
  ended_at: Date | null;
  approved_by_id: string | null;
  approved_by: string | null;
  approved_at: Date | null;
  /** When a worker may take it again; null: now. */
  due_at: Date | null;
  /** Consecutive failures of the system while it is applied. */
  tries: Generated<number>;
  /** When a person cancelled it while it was applied. */
  cancelled_at: Date | null;
  /** Its changes have lost their values to age. */
  values_dropped: Generated<boolean>;
  attempts: Generated<number>;
  lease_owner: string | null;
  lease_until: Date | null;
}

/** One change of one account. */
export interface ProvisioningChangesTable {
  client_id: string;
  resource_id: string;
  plan_id: string;
  /** From 1. */
  no: number;
  kind: ProvisionKind;
  identity_oid: string | null;
  /** The account's name. */
  account: string;
  object_class: string;
  search_key: string;
  /** JSON text of an `ObjectContent` with only what changes, without secrets; null if there is none. */
  before: string | null;
  after: string | null;
  /** JSON text of the person's fields from which mappings made the attributes. */
  source: string | null;
  problem: ShapedOrNull<ProvisionProblem>;
  left_out: Generated<boolean>;
  /** Null for previews of earlier versions. */
  left_out_by: ShapedOrNull<PlanPreparer>;
  state: ObjectState;
  ended_at: Date | null;
  /** How often the system failed to write it. */
  attempts: Generated<number>;
  /** When a worker tries it again, because the system did not store all of it; null: now. */
  due_at: Date | null;
  /** JSON text of an `ObjectContent`: what the system had before the write that has begun. */
  seen: string | null;
  /** By attribute: the values that the system stored instead of those of the change. Null before it is written. */
  stored_values: ShapedOrNull<Record<string, string[]>>;
  /** Its values were removed, because the preview ended long ago. */
  values_dropped: Generated<boolean>;
  /** Of a self-certified system. */
  task_id: string | null;
}

/** A change that was left out of the preview before a plan that is not computed yet. */
export interface ProvisioningExclusionsTable {
  client_id: string;
  resource_id: string;
  plan_id: string;
  kind: ProvisionKind;
  object_class: string;
  account: string;
  identity_oid: string | null;
  /** A hash of what the change changes. */
  content: string;
  left_out_by: ColumnType<PlanPreparer, string, never>;
}

/** When Provision next looks whether a system needs a preview. A system without a row is due. */
export interface AutomaticPreviewsTable {
  client_id: string;
  resource_id: string;
  due_at: Date;
  /** What a preview would depend on, when the last look found that it differs from what the last preview compared. */
  changed_state: string | null;
  /** When it began to differ. */
  changed_at: Date | null;
  /** When Provision last generated a preview. */
  queued_at: Date | null;
  /** What a preview depended on that found nothing to change and was not kept. */
  compared_state: string | null;
  compared_at: Date | null;
}
