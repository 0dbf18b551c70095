/** What a replay has to say of a report that is not in the log. Pure. */
import type { BytesDigest } from "#events/kernel/call.ts";
import {
  builderIn,
  policyBuilderRoutes,
  policyIn,
  reportIn,
} from "../../features/policy-builder/index.ts";
import type { LoggedBodies } from "../../kernel/log/loggedBody.ts";
import type { States } from "../../kernel/log/states.ts";

export interface LeftOutReport extends BytesDigest {
  /** Percent. */
  readonly threshold: number;
  /** Steps of the selection so far. */
  readonly steps: number;
}

/** Null where the open screen shows no report, or the log holds it and what the policy has. */
export function leftOutReport(states: States, bodies: LoggedBodies): LeftOutReport | null {
  const screen = states.get("navigation/screen") as { readonly route: string } | null | undefined;
  const report = reportIn(states);
  if (!policyBuilderRoutes.some(({ name }) => name === screen?.route) || !report) return null;
  const missing = [report, policyIn(states)].find((one) => one && !bodies.has(one.digest));
  if (!missing) return null;
  const { threshold = 0, ops = [] } = builderIn(states) ?? {};
  return { digest: missing.digest, size: missing.size, threshold, steps: ops.length };
}
