/** What a core holds between questions. Its methods are in `methods/`, one a file. */
import { NO_ROLES } from "../columns/readPolicy.ts";
import type { RoleOidColumn } from "../columns/reportColumns.ts";
import type { IndexNames } from "./indexing/indexNames.ts";
import { createPolicyStore, type PolicyStore } from "./policyStore.ts";
import type { LoadInChunks, ReportSummary } from "./reportLoad.ts";
import type { ReportSession } from "./reportSession.ts";

export interface CoreState {
  /** The current report; null before the first. */
  session: ReportSession | null;
  summary: ReportSummary | null;
  /** What the policy has. */
  policy: RoleOidColumn;
  readonly policies: PolicyStore;
  /** Grows with every change of what would be answered, so that questions about an earlier state are recognised. */
  generation: number;
  /** The load that is under way. */
  load: LoadInChunks | null;
  /** Loads begun so far. */
  loads: number;
  /** The bytes of the current report, until they are taken. */
  kept: { readonly digest: string; readonly bytes: Blob } | null;
  /** Settles when the load before has; loads are prepared one after the other. */
  lastLoad: Promise<unknown>;
  /** Gives up the index that is being made. */
  stopIndexing: () => void;
  readonly indexNames: IndexNames;
}

export function createCoreState(indexNames: IndexNames): CoreState {
  return {
    session: null,
    summary: null,
    policy: NO_ROLES,
    policies: createPolicyStore(),
    generation: 0,
    load: null,
    loads: 0,
    kept: null,
    lastLoad: Promise.resolve(),
    stopIndexing: () => {},
    indexNames,
  };
}

/** Null when the generation is stale. */
export function sessionAt({ session, generation }: CoreState, asked: number): ReportSession | null {
  return asked === generation ? session : null;
}
