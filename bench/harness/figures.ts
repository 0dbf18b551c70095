/** What a case measures, and what of it is shown. Of every figure less is better. */
import { median, quantile } from "./statistics.ts";

export const UNITS = ["ms", "s", "MB", "KB", "bytes a row", "count", "%", "score"] as const;
export type Unit = (typeof UNITS)[number];

/** One figure in one run. */
export interface Measurement {
  readonly figure: string;
  readonly unit: Unit;
  /** In the order in which they were taken; none where nothing could be measured. */
  readonly samples: readonly number[];
}

/** One run: everything that it measured. A run shares no process with another, unless its case says so. */
export type Run = readonly Measurement[];

/** What is said of a figure: one value of each run. */
export type Statistic = "value" | "p50" | "p95" | "p99" | "max";

export interface Goal {
  readonly figure: string;
  readonly statistic: Statistic;
  readonly atMost: number;
}

/** A figure over all runs. */
export interface Summary {
  readonly figure: string;
  readonly unit: Unit;
  readonly runs: number;
  /** Of all runs. */
  readonly samples: number;
  /** Whether any run has more than one sample: if not, all statistics are the value. */
  readonly many: boolean;
  /** Of each statistic the value of each run. */
  readonly of: (statistic: Statistic) => readonly number[];
}

const SHARES = { value: 0.5, p50: 0.5, p95: 0.95, p99: 0.99, max: 1 } as const;

/** The figures of all runs, in the order in which they first appear. */
export function summarize(runs: readonly Run[]): readonly Summary[] {
  const figures = new Map<string, Measurement[]>();
  for (const measurement of runs.flat()) {
    const known = figures.get(measurement.figure);
    if (known) known.push(measurement);
    else figures.set(measurement.figure, [measurement]);
  }
  return [...figures].map(([figure, measurements]) => {
    const measured = measurements.filter(({ samples }) => samples.length > 0);
    return {
      figure,
      unit: measurements[0]?.unit ?? "count",
      runs: measured.length,
      samples: measured.reduce((sum, { samples }) => sum + samples.length, 0),
      many: measured.some(({ samples }) => samples.length > 1),
      of: (statistic) => measured.map(({ samples }) => quantile(samples, SHARES[statistic])),
    };
  });
}

/** The statistic of a typical run; NaN where nothing was measured. */
export function typical(summary: Summary, statistic: Statistic): number {
  return median(summary.of(statistic));
}
