/**
 * The builder's journey alternating with and without its event log: the cost of recording for the user. Without: the
 * log's code fails to load, and the product continues without it, as it does for any user whom it does not reach.
 */
import type { Page } from "@playwright/test";
import { runJourney, type Stage } from "../builder/journey.ts";
import type { BenchCase } from "../harness/case.ts";
import { compareRuns, countChanges } from "../harness/compare.ts";
import type { Measurement, Run } from "../harness/figures.ts";
import { tableOfComparisons } from "../harness/table.ts";
import { REPORT_SEED } from "../support/generateReport.ts";
import { openStage, PHASES } from "./builder.ts";

/** The file with the log's code. */
const LOG_CODE = "*/assets/eventLogPersistence-*.js";
/** A file that does not exist, so that both sides use the same browser tools. */
const UNMATCHED_URL = "*/assets/nothing-*.js";

const DIFFERENCES = "figures that the log changes";

export const recordingCase: BenchCase = {
  describes: "the builder's journey with its event log kept and without, in turns",
  takes: "15 min",
  options: { rows: 1_000_000, runs: 5, seed: REPORT_SEED },
  goals: () => [{ figure: DIFFERENCES, statistic: "value", atMost: 0 }],
  async open(settings, cleanup) {
    const stage = await openStage(settings, cleanup);
    const kept: Run[] = [];
    const unkept: Run[] = [];
    const notes: string[] = [];
    let turn = 0;
    const measure = async (isKept: boolean) => {
      const run = (await runJourney(recording(stage, isKept), cleanup)).filter(isCompared);
      (isKept ? kept : unkept).push(run);
    };
    return {
      notes,
      async run() {
        // Alternates, so that warm-up and wear do not favour one side.
        const first = turn % 2 === 0;
        turn += 1;
        await measure(first);
        await measure(!first);
        const comparisons = compareRuns(unkept, kept);
        const table = tableOfComparisons(comparisons);
        notes.splice(0, 1, `Without the log (before) against with it (now):\n\n${table}`);
        const changes = turn === settings.runs ? countChanges(comparisons) : null;
        return [
          { figure: DIFFERENCES, unit: "count", samples: changes === null ? [] : [changes] },
          ...named("log kept: ", kept.at(-1) ?? []),
          ...named("no log: ", unkept.at(-1) ?? []),
        ];
      },
    };
  },
};

function recording(stage: Stage, isKept: boolean): Stage {
  return {
    ...stage,
    async prepare(page) {
      const session = await page.context().newCDPSession(page);
      await session.send("Network.enable");
      await session.send("Network.setBlockedURLs", { urls: [isKept ? UNMATCHED_URL : LOG_CODE] });
    },
    async verify(page) {
      const batches = await keptBatches(page);
      if (batches > 0 !== isKept) {
        throw new Error(
          `The browser keeps ${batches} batches of events; expected ${isKept ? "some" : "none"}`,
        );
      }
    },
  };
}

/** The browser's stored event batches of this journey. */
function keptBatches(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const known = await indexedDB.databases();
    if (known.every(({ name }) => name !== "provision-log")) return 0;
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open("provision-log");
      opening.addEventListener("success", () => resolve(opening.result));
      opening.addEventListener("error", () => reject(new Error("The log cannot be opened")));
    });
    const counting = db.transaction("segments").objectStore("segments").count();
    return new Promise<number>((resolve) => {
      counting.addEventListener("success", () => resolve(counting.result));
    });
  });
}

/** The user-visible times of each phase. */
function isCompared({ figure }: Measurement): boolean {
  return PHASES.some((phase) =>
    ["answer", "echo", "tasks over 50 ms"].some((what) => figure === `${phase}: ${what}`),
  );
}

function named(prefix: string, run: Run): Run {
  return run.map((one) => ({ ...one, figure: prefix + one.figure }));
}
