/** What the states of a log say of the builder. Pure: logs are also read where its screen never opened. */
import type { BytesDigest, Failure } from "#events/kernel/call.ts";
import type { States } from "../../../kernel/log/states.ts";
import type { BuilderState } from "../rules.ts";

/** The names of the projections. */
export const BUILDER = "policyBuilder";
export const REPORTS = "policyBuilder/reports";
export const POLICY = "policyBuilder/policy";

/** What is known of the roles that the policy of the org has. */
export interface PolicyRoles {
  /** The org whose builder is, or was last, open. */
  readonly orgOid: string | null;
  /** The newest request, while it is on its way. */
  readonly requestId: string | null;
  readonly failure: Failure | null;
  readonly stored: BytesDigest | null;
}

/** The report that the states stand at. */
export function reportIn(states: States): BytesDigest | null {
  const reports = states.get(REPORTS) as { readonly stored: BytesDigest | null } | undefined;
  return reports?.stored ?? null;
}

/** What the policy has already in those states; null where it is not known. */
export function policyIn(states: States): BytesDigest | null {
  const policy = states.get(POLICY) as Pick<PolicyRoles, "stored"> | undefined;
  return policy?.stored ?? null;
}

/** Null in states of a build that had no builder. */
export function builderIn(states: States): Pick<BuilderState, "threshold" | "ops"> | null {
  const builder = states.get(BUILDER) as Pick<BuilderState, "threshold" | "ops"> | undefined;
  return builder ?? null;
}
