/** A case's figures and their display. Lower is better for every figure. */
import { median, quantile } from "./statistics.ts";

export const UNITS = ["ms", "s", "MB", "KB", "bytes a row", "count", "%", "score"] as const;
export type Unit = (typeof UNITS)[number];

/** One figure in one run. */
export interface Measurement {
  readonly figure: string;
  readonly unit: Unit;
  /** In order; empty if nothing could be measured. */
  readonly samples: readonly number[];
}

/** All measurements of one run. A run shares no process with another, unless its case says so. */
export type Run = readonly Measurement[];

/** The statistics of a figure: one value per run. */
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
  /** Whether any run has more than one sample: if not, all statistics equal the value. */
  readonly many: boolean;
  /** For each statistic the value of each run. */
  readonly of: (statistic: Statistic) => readonly number[];
}

const SHARES = { value: 0.5, p50: 0.5, p95: 0.95, p99: 0.99, max: 1 } as const;

/** The figures of all runs, in order of first appearance. */
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

/** The statistic of a typical run; NaN without measurements. */
export function typical(summary: Summary, statistic: Statistic): number {
  return median(summary.of(statistic));
}
