/** The analytics core alone, in Node. */
import type { CoreBenchResult } from "../core/run.ts";
import type { BenchCase } from "../harness/case.ts";
import type { Goal, Measurement } from "../harness/figures.ts";
import { runForked } from "../harness/fork.ts";
import { REPORT_SEED } from "../support/generateReport.ts";

/** Each run is a new process, like a page's new worker. */
export const coreCase: BenchCase = {
  describes: "the worker's methods alone, in Node",
  takes: "3 min",
  options: { rows: 1_000_000, runs: 5, seed: REPORT_SEED },
  goals: ({ rows }) => goalsAt(rows),
  open: ({ rows, seed }, cleanup) =>
    Promise.resolve({
      run: async () => measurements(await runForked(FORKED, { rows, seed }, cleanup)),
    }),
};

const FORKED = {
  module: new URL("../core/run.ts", import.meta.url),
  work: "runCoreBench",
} as const;

function measurements(result: CoreBenchResult): readonly Measurement[] {
  const megabytes = (figure: string, bytes: number): Measurement => ({
    figure,
    unit: "MB",
    samples: [bytes / 1e6],
  });
  return [
    megabytes("report", result.reportBytes),
    megabytes("columns and state", result.arrayBufferBytes),
    ...Object.entries(result.structures).map(([figure, bytes]): Measurement => ({
      figure,
      unit: "bytes a row",
      samples: [bytes],
    })),
    ...result.figures.map(({ name, samples }): Measurement => ({
      figure: name,
      unit: "ms",
      samples,
    })),
  ];
}

function goalsAt(rows: number): readonly Goal[] {
  const isLarge = rows > 1_000_000;
  const quick = ["threshold", "tick", "tick of a resource", "select all matching"];
  return [
    ...["text: pasted", "text: a typed key", "text: a deleted key"].map((figure): Goal => ({
      figure,
      statistic: "p95",
      atMost: isLarge ? 50 : 8,
    })),
    ...["threshold", "text: a typed key", "text: cleared"].map((figure): Goal => ({
      figure: `${figure}, sorted by name`,
      statistic: "max",
      atMost: 50,
    })),
    ...[...quick, "collapse or expand all"].map((figure): Goal => ({
      figure,
      statistic: "p95",
      atMost: isLarge ? 10 : 2,
    })),
  ];
}
