/** The states of runs. Pure. */
import { countChanges } from "#events/rules/runs.ts";
import type { RunGate, SystemRun } from "#events/entities/systemRun.ts";

/** How many changes of a plan are applied; null for a run that does not apply a plan. */
export function appliedOf({
  status,
  progress,
  counts,
}: Pick<SystemRun, "status" | "progress" | "counts">): { done: number; all: number } | null {
  if (status !== "applying" || counts === null) return null;
  const all = countChanges(counts);
  return { done: Math.min(progress, all), all };
}

/** Its changes are known. */
export function hasPlan({ status, counts }: Pick<SystemRun, "status" | "counts">): boolean {
  return counts !== null && status !== "waiting" && status !== "reading";
}

/** The share of a system that a gate compares with its limit. */
export interface GateFigure {
  readonly part: number;
  /** Not zero. */
  readonly of: number;
  /** Percent that a plan may change without a decision. */
  readonly limit: number;
  /** Whether the objects are people. */
  readonly isHr: boolean;
}

/** The figures behind a gate; null if it has none or they are not known. */
export function gateFigure(
  { counts, compared }: Pick<SystemRun, "counts" | "compared">,
  gate: Exclude<RunGate, "incomplete">,
  isHr: boolean,
): GateFigure | null {
  if (!counts || !compared) return null;
  const { known, held, lost, maxGonePercent, maxRenamedPercent } = compared;
  const { employed = 0, people = 0 } = compared;
  const gone = { part: counts.gone, of: known, limit: maxGonePercent, isHr };
  const figure = {
    manyGone: gone,
    becameEmpty: gone,
    manyRenamed: { part: counts.renamed, of: known, limit: maxRenamedPercent, isHr },
    manyLeaving: { part: counts.leaving ?? 0, of: employed, limit: maxGonePercent, isHr },
    manyRewritten: { part: counts.rewritten ?? 0, of: people, limit: maxRenamedPercent, isHr },
    manyLost: { part: lost, of: held, limit: maxGonePercent, isHr },
  }[gate];
  return figure.of === 0 ? null : figure;
}
