/** The safety gates of a run: what keeps a plan from being applied without a person's decision. */
import type { SystemSettings } from "../entities/system.ts";
import type { RunCounts, RunGate } from "../entities/systemRun.ts";

export interface ReadOutcome {
  /** Objects that the last applied run found, without gone ones. */
  readonly known: number;
  /** Entitlements that they held, and how many of these objects that still exist have lost. */
  readonly held: number;
  readonly lost: number;
  readonly complete: boolean;
  readonly counts: Pick<RunCounts, "read" | "gone" | "renamed">;
}

/** @returns the gates that the plan does not pass, in a fixed order; empty: it is applied. */
export function closedGates(
  { known, held, lost, complete, counts }: ReadOutcome,
  settings: Pick<SystemSettings, "maxGonePercent" | "maxRenamedPercent">,
): RunGate[] {
  const isMany = (count: number, percent: number, of = known) =>
    count > 0 && count * 100 > of * percent;
  const gates: RunGate[] = [];
  if (!complete) gates.push("incomplete");
  const becameEmpty = known > 0 && counts.gone === known;
  if (becameEmpty) gates.push("becameEmpty");
  else if (isMany(counts.gone, settings.maxGonePercent)) gates.push("manyGone");
  if (isMany(lost, settings.maxGonePercent, held)) gates.push("manyLost");
  if (isMany(counts.renamed, settings.maxRenamedPercent)) gates.push("manyRenamed");
  return gates;
}
