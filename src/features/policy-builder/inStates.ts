/** What the states of a log say of the builder. Pure: logs are also read where its screen never opened. */
import type { BytesDigest } from "#events/kernel/call.ts";
import type { States } from "../../kernel/log/states.ts";
import type { BuilderState } from "./rules.ts";

/** The names of the projections. */
export const BUILDER = "policyBuilder";
export const REPORTS = "policyBuilder/reports";

/** The report that the states stand at. */
export function reportIn(states: States): BytesDigest | null {
  const reports = states.get(REPORTS) as { readonly stored: BytesDigest | null } | undefined;
  return reports?.stored ?? null;
}

/** Null in states of a build that had no builder. */
export function builderIn(states: States): Pick<BuilderState, "threshold" | "ops"> | null {
  const builder = states.get(BUILDER) as Pick<BuilderState, "threshold" | "ops"> | undefined;
  return builder ?? null;
}
