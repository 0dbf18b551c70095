/** A short run of the main cases at small sizes. It has no goals: it fails if a case no longer works. */
import { inSequence, type BenchCase } from "../harness/case.ts";
import type { Run } from "../harness/figures.ts";
import { REPORT_SEED } from "../support/generateReport.ts";
import { builderCase } from "./builder.ts";
import { coreCase } from "./core.ts";
import { openReplay } from "./replay.ts";

/** Events per row, so that each case takes about as long. */
const EVENTS = 0.2;

export const smokeCase: BenchCase = {
  describes: "core, replay and builder at small sizes; fails if one of them no longer works",
  takes: "1 min",
  options: { rows: 20_000, runs: 1, seed: REPORT_SEED },
  async open(settings, cleanup) {
    const parts = inSequence({
      core: await coreCase.open(settings, cleanup),
      replay: await openReplay(Math.ceil(settings.rows * EVENTS), settings.seed, cleanup),
      builder: await builderCase.open(settings, cleanup),
    });
    const notes: string[] = [];
    return {
      get notes() {
        return [...(parts.notes ?? []), ...notes];
      },
      async run() {
        const run = await parts.run();
        const broken = findBroken(run);
        if (broken.length > 0) throw new Error(`The smoke run failed: ${broken.join("; ")}`);
        notes.push(...findUnanswered(run));
        return run;
      },
    };
  },
};

/** @returns the figures that show that a case no longer works. */
export function findBroken(run: Run): readonly string[] {
  if (run.length === 0) return ["nothing was measured"];
  return run.flatMap(({ figure, samples }) =>
    samples.every((sample) => Number.isFinite(sample)) ? [] : [`${figure}: not a number`],
  );
}

/** A busy machine may miss some answers of the builder. If it misses all of a phase, the case fails. */
export function findUnanswered(run: Run): readonly string[] {
  return run.flatMap(({ figure, samples: [count = 0] }) =>
    figure.endsWith(": never answered") && count > 0 ? [`${figure}: ${count}`] : [],
  );
}
