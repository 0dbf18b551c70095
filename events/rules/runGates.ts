/** The safety gates of a run: what keeps a plan from being applied without a person's decision. */
import type { GateFigures, RunCounts, RunGate } from "../entities/systemRun.ts";
import { isMassRewrite } from "./rewriteGate.ts";

export interface ReadOutcome extends GateFigures {
  readonly complete: boolean;
  readonly counts: Pick<RunCounts, "gone" | "renamed" | "leaving" | "rewritten">;
}

/** @returns the gates that the plan does not pass, in a fixed order; empty: it is applied. */
export function closedGates({
  known,
  held,
  lost,
  employed = 0,
  people = 0,
  complete,
  counts,
  maxGonePercent,
  maxRenamedPercent,
}: ReadOutcome): RunGate[] {
  const isMany = (count: number, percent: number, of = known) =>
    count > 0 && count * 100 > of * percent;
  const gates: RunGate[] = [];
  if (!complete) gates.push("incomplete");
  const becameEmpty = known > 0 && counts.gone === known;
  if (becameEmpty) gates.push("becameEmpty");
  else if (isMany(counts.gone, maxGonePercent)) gates.push("manyGone");
  if (isMany(lost, maxGonePercent, held)) gates.push("manyLost");
  if (isMany(counts.renamed, maxRenamedPercent)) gates.push("manyRenamed");
  if (isMany(counts.leaving ?? 0, maxGonePercent, employed)) gates.push("manyLeaving");
  if (isMassRewrite({ rewritten: counts.rewritten ?? 0, of: people }, maxRenamedPercent)) {
    gates.push("manyRewritten");
  }
  return gates;
}
