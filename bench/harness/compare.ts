/**
 * The changes between two results. The unit of comparison is the run, because samples within a run are correlated: each
 * run gives one value of a statistic, and Mann-Whitney's exact test decides whether the values of both sides could come
 * from one distribution. At ALPHA it takes RUNS_NEEDED runs on either side to report a change.
 */
import { summarize, type Run, type Statistic, type Summary, type Unit } from "./figures.ts";
import { median, rankTest, smallestProbability } from "./statistics.ts";

/** The significance level: the maximum share of unchanged figures reported as a change. */
export const ALPHA = 0.01;
/** With five runs on each side, only disjoint ones differ at ALPHA. */
export const RUNS_NEEDED = 5;
/** A smaller difference is no change, however significant. */
export const SMALLEST_CHANGE = 0.05;

export type Verdict =
  | "worse"
  | "better"
  /** The difference is small or not significant. */
  | "noise"
  /** With so few runs nothing is significant. */
  | "too few runs"
  /** One side has not measured it. */
  | "only here"
  | "only there";

export interface Comparison {
  readonly figure: string;
  readonly unit: Unit;
  readonly statistic: Statistic;
  /** Medians of the runs; NaN if not measured. */
  readonly before: number;
  readonly now: number;
  /** now / before. */
  readonly ratio: number;
  /** The p-value of the difference. */
  readonly probability: number;
  readonly verdict: Verdict;
}

/** Compares every figure of either side. */
export function compareRuns(before: readonly Run[], now: readonly Run[]): readonly Comparison[] {
  const old = new Map(summarize(before).map((summary) => [summary.figure, summary]));
  const comparisons = summarize(now).flatMap((summary) => {
    const one = old.get(summary.figure);
    old.delete(summary.figure);
    const statistics: readonly Statistic[] = summary.many || one?.many ? ["p50", "p95"] : ["value"];
    return statistics.map((statistic) => compareFigure(one ?? null, summary, statistic));
  });
  const gone = [...old.values()].map((one) => ({
    ...compareFigure(one, null, one.many ? "p95" : "value"),
  }));
  return [...comparisons, ...gone];
}

/** The number of significant changes; null if there are too few runs. */
export function countChanges(comparisons: readonly Comparison[]): number | null {
  if (comparisons.some(({ verdict }) => verdict === "too few runs")) return null;
  return comparisons.filter(({ verdict }) => verdict !== "noise").length;
}

function compareFigure(
  before: Summary | null,
  now: Summary | null,
  statistic: Statistic,
): Comparison {
  const { figure, unit } = (now ?? before) as Summary;
  const old = before?.of(statistic) ?? [];
  const new_ = now?.of(statistic) ?? [];
  return { figure, unit, statistic, ...compareValues(old, new_) };
}

/** Compares a statistic by its values of independent runs. */
export function compareValues(
  before: readonly number[],
  now: readonly number[],
): Pick<Comparison, "before" | "now" | "ratio" | "probability" | "verdict"> {
  const from = median(before);
  const to = median(now);
  // Zero against zero, as with long tasks, is no change.
  const ratio = from === to ? 1 : to / from;
  const probability = rankTest(before, now);
  const verdict = (): Verdict => {
    if (before.length === 0) return "only here";
    if (now.length === 0) return "only there";
    if (smallestProbability(before.length, now.length) > ALPHA) return "too few runs";
    if (probability > ALPHA || Math.abs(ratio - 1) < SMALLEST_CHANGE) return "noise";
    return ratio > 1 ? "worse" : "better";
  };
  return { before: from, now: to, ratio, probability, verdict: verdict() };
}
