/** The tables of correlation. */
import type { Generated } from "kysely";
import type {
  Candidate,
  CorrelationAttribute,
  CorrelationField,
  CorrelationMethod,
  CorrelationRule,
  Decision,
  CorrelationResult,
  ResultKind,
  SimulationCounts,
  SimulationSettings,
  SimulationStatus,
} from "#events/entities/correlation.ts";
import type { StoredModel } from "../correlation/storedModel.ts";
import type { Shaped, ShapedOrNull } from "./columns.ts";

export interface CorrelationRulesTable {
  client_id: string;
  resource_id: string;
  id: string;
  /** Counts the rules of the resource. */
  no: number;
  user_field: CorrelationField;
  attributes: Shaped<CorrelationAttribute[]>;
  method: CorrelationMethod;
  threshold: number;
  nicknames: boolean;
  tier: number;
  /** Bits; null: learned. */
  weight: number | null;
  version: Generated<number>;
}

/** A simulation, and the job that computes it. */
export interface CorrelationSimulationsTable {
  client_id: string;
  resource_id: string;
  oid: string;
  /** Counts the simulations of the resource. */
  no: number;
  status: SimulationStatus;
  progress: Generated<number>;
  /** As they were when it was requested. */
  rules: Shaped<CorrelationRule[]>;
  settings: Shaped<SimulationSettings>;
  /** What it learned; null before. */
  model: ShapedOrNull<StoredModel>;
  counts: ShapedOrNull<SimulationCounts>;
  actor_id: string | null;
  actor: string;
  created_at: Date;
  ended_at: Date | null;
  applied_by: string | null;
  applied_at: Date | null;
  /** When a worker may take it. */
  due_at: Date;
  attempts: Generated<number>;
  lease_owner: string | null;
  lease_until: Date | null;
}

/** An account that a simulation would change, or that waits for a decision. */
export interface CorrelationResultsTable {
  client_id: string;
  resource_id: string;
  simulation_oid: string;
  /** From 1. */
  no: number;
  object_class: string;
  object_id: string;
  /** The account's name in `accounts`. */
  name: string;
  search_key: string;
  kind: ResultKind;
  former_oid: string | null;
  identity_oid: string | null;
  probability: number | null;
  entry_values: Shaped<CorrelationResult["values"]>;
  candidates: Shaped<Candidate[]>;
}

/** What a person decided about an account. It is never asked again. */
export interface CorrelationDecisionsTable {
  client_id: string;
  resource_id: string;
  id: string;
  object_class: string;
  object_id: string;
  name: string;
  decision: Decision;
  identity_oid: string | null;
  /** The owner before the decision. */
  former_oid: string | null;
  decided_by: string;
  decided_at: Date;
}
