/** Finds the owners of accounts with nicknames, transposed digits, changed names and umlauts, against exact matching. */
import type { BenchCase } from "../harness/case.ts";
import type { Measurement } from "../harness/figures.ts";
import { runForked } from "../harness/fork.ts";

const FORKED = {
  module: new URL("../correlation/matchAll.ts", import.meta.url),
  work: "matchAll",
} as const;
const PEOPLE = 200_000;

/** Each run is a new process, whose peak of memory is its own. */
export const correlationCase: BenchCase = {
  describes: "owners of accounts (the rows) of which a tenth is flawed",
  takes: "1 min",
  options: { rows: 100_000, runs: 1, seed: 4711 },
  goals: () => [
    { figure: "wrong links", statistic: "value", atMost: 0.5 },
    { figure: "missed owners", statistic: "value", atMost: 3 },
    // Percentage points between the model's own estimate and the truth.
    { figure: "error of the estimated precision", statistic: "value", atMost: 1 },
    { figure: "error of the estimated recall", statistic: "value", atMost: 1 },
    { figure: "time", statistic: "value", atMost: 60 },
    { figure: "most memory, more than before", statistic: "value", atMost: 1000 },
  ],
  async open({ rows, seed }, cleanup) {
    const options = { accounts: rows, people: Math.min(rows, PEOPLE), seed };
    return {
      run: () => runForked<readonly Measurement[]>(FORKED, options, cleanup),
    };
  },
};
