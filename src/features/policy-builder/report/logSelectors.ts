/** Selectors of the builder's state in a log. Pure, because logs are also read where the screen never opened. */
import type { BytesDigest, Failure } from "#events/kernel/call.ts";
import type { QueryState } from "../../../kernel/query.ts";
import type { States } from "../../../kernel/log/states.ts";
import type { BuilderState } from "../rules.ts";

/** The names of the projections. */
export const BUILDER = "policyBuilder";
export const REPORTS = "policyBuilder/reports";
export const POLICY = "policyBuilder/policy";
export const INHERITED = "policyBuilder/inherited";

/** The known roles of the org's policy. */
export interface PolicyRoles {
  /** The org of the open or last open builder. */
  readonly orgOid: string | null;
  /** The newest request, while it is in progress. */
  readonly requestId: string | null;
  readonly failure: Failure | null;
  readonly stored: BytesDigest | null;
}

/** The report of the states. */
export function reportIn(states: States): BytesDigest | null {
  const reports = states.get(REPORTS) as { readonly stored: BytesDigest | null } | undefined;
  return reports?.stored ?? null;
}

/** The policy's roles in those states; null if unknown. */
function policyIn(states: States): BytesDigest | null {
  const policy = states.get(POLICY) as Pick<PolicyRoles, "stored"> | undefined;
  return policy?.stored ?? null;
}

/** The roles that the org inherits in those states; null if unknown. */
function inheritedIn(states: States): BytesDigest | null {
  const inherited = states.get(INHERITED) as QueryState<BytesDigest> | undefined;
  return inherited && inherited.valueOf === inherited.inputOf ? inherited.value : null;
}

/** All bytes that the worker needs to show the builder of those states. */
export function bytesIn(states: States): readonly BytesDigest[] {
  const all = [reportIn(states), policyIn(states), inheritedIn(states)];
  return all.filter((one) => one !== null);
}

/** Null in states of a build without a builder. */
export function builderIn(states: States): Pick<BuilderState, "threshold" | "ops"> | null {
  const builder = states.get(BUILDER) as Pick<BuilderState, "threshold" | "ops"> | undefined;
  return builder ?? null;
}
