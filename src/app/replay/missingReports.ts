/** Messages of a replay about a report that its log lacks. Pure. */
import type { BytesDigest } from "#events/kernel/call.ts";
import {
  builderIn,
  bytesIn,
  policyBuilderRoutes,
  reportIn,
} from "../../features/policy-builder/index.ts";
import type { LoggedBodies } from "../../kernel/log/loggedBody.ts";
import type { VisibleDigest } from "../../kernel/log/outcomes.ts";
import type { States } from "../../kernel/log/states.ts";

export interface MissingReport extends BytesDigest {
  /** Percent. */
  readonly threshold: number;
  /** Number of selection steps so far. */
  readonly steps: number;
  /** The table's last recorded snapshot; null if there is none. */
  readonly noted: NotedTable | null;
}

/** Shown entitlements; all those kept by the threshold, and the selected ones among these. */
export interface NotedTable {
  readonly seq: number;
  readonly shown: number;
  readonly kept: number;
  readonly ticked: number;
  readonly entitlements: number;
}

/**
 * Null if the open screen shows no report, or if the log contains it, the policy's roles, and those that the org
 * inherits.
 *
 * @param visible recorded snapshots so far, ascending by seq.
 * @param statesAt the states after the event of that seq.
 */
export function missingReport(
  states: States,
  bodies: LoggedBodies,
  visible: readonly VisibleDigest[],
  statesAt: (seq: number) => States,
): MissingReport | null {
  const screen = states.get("navigation/screen") as { readonly route: string } | null | undefined;
  const report = reportIn(states);
  if (!policyBuilderRoutes.some(({ name }) => name === screen?.route) || !report) return null;
  const missing = bytesIn(states).find(({ digest }) => !bodies.has(digest));
  if (!missing) return null;
  const { threshold = 0, ops = [] } = builderIn(states) ?? {};
  const last = visible.at(-1);
  const noted =
    last && reportIn(statesAt(last.seq))?.digest === report.digest ? readNoted(last) : null;
  return { digest: missing.digest, size: missing.size, threshold, steps: ops.length, noted };
}

/** A file may contain invalid counts. */
function readNoted({ seq, counts }: VisibleDigest): NotedTable | null {
  const { shown, kept, ticked, entitlements } = counts;
  if (
    shown === undefined ||
    kept === undefined ||
    ticked === undefined ||
    entitlements === undefined
  )
    return null;
  return { seq, shown, kept, ticked, entitlements };
}
