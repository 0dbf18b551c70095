/** The state of a core between queries. Its methods are in `methods/`, one per file. */
import { NO_ROLES, type PolicyRoles } from "../columns/readPolicy.ts";
import type { IndexNames } from "./indexing/indexNames.ts";
import { createPolicyStore, type PolicyStore } from "./policyStore.ts";
import type { LoadInChunks, ReportSummary } from "./reportLoad.ts";
import type { ReportSession } from "./reportSession.ts";

export interface CoreState {
  /** The current report; null before the first. */
  session: ReportSession | null;
  summary: ReportSummary | null;
  /** The policy's roles. */
  policy: PolicyRoles;
  /** The roles that the org has by the policies above and by access roles. */
  inherited: PolicyRoles;
  readonly policies: PolicyStore;
  /** Incremented with every change of the answers, so that queries about an earlier state are recognised. */
  generation: number;
  /** The running load. */
  load: LoadInChunks | null;
  /** Number of loads started so far. */
  loads: number;
  /** The bytes of the current report, until they are taken. */
  kept: { readonly digest: string; readonly bytes: Blob } | null;
  /** Settles with the previous load; loads are prepared one after the other. */
  lastLoad: Promise<unknown>;
  /** Aborts the running index build. */
  stopIndexing: () => void;
  readonly indexNames: IndexNames;
}

export function createCoreState(indexNames: IndexNames): CoreState {
  return {
    session: null,
    summary: null,
    policy: NO_ROLES,
    inherited: NO_ROLES,
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

/** Null if the generation is stale. */
export function sessionAt({ session, generation }: CoreState, asked: number): ReportSession | null {
  return asked === generation ? session : null;
}
