/**
 * Replays each log of the journeys a hundred times: all replays of one log end in the same states.
 * `PROVISION_JOURNEY_LOGS=DIR npx playwright test --config e2e/playwright.config.ts` writes them to DIR.
 */
import { openAsBlob } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { stateDigest } from "#src/kernel/log/digest.ts";
import { replayFile } from "#src/replay/replayFile.ts";
import type { BenchCase } from "../harness/case.ts";
import type { Measurement } from "../harness/figures.ts";

const REPLAYS = 100;

export const journeysCase: BenchCase = {
  describes:
    "logs of recorded journeys (PROVISION_JOURNEY_LOGS names their directory), 100 replays each",
  takes: "30 min",
  options: { runs: 1 },
  goals: () => [
    { figure: "journeys that ended otherwise", statistic: "value", atMost: 0 },
    { figure: "journeys that departed from what was recorded", statistic: "value", atMost: 0 },
  ],
  open: async () => {
    const directory = process.env["PROVISION_JOURNEY_LOGS"];
    if (directory === undefined) {
      throw new Error("PROVISION_JOURNEY_LOGS names no directory: run the journeys with it first.");
    }
    const names = (await readdir(directory)).filter((name) => name.endsWith(".ndjson.gz"));
    if (names.length === 0) throw new Error(`${directory} holds no log of a journey.`);
    return { run: () => replayAll(names.map((name) => join(directory, name))) };
  },
};

async function replayAll(paths: readonly string[]): Promise<readonly Measurement[]> {
  let otherwise = 0;
  let departed = 0;
  const times: number[] = [];
  for (const path of paths) {
    const ends = new Set<string>();
    for (let replay = 0; replay < REPLAYS; replay += 1) {
      const start = performance.now();
      const { sessions } = await replayFile((await openAsBlob(path)).stream());
      times.push(performance.now() - start);
      ends.add(sessions.map(({ states, table }) => endOf(states, table?.shown)).join());
      // If a report is unreadable, its tables were not compared.
      const isUnsound = sessions.some(
        ({ divergence, failure }) => divergence !== null || failure !== null,
      );
      if (replay === 0 && isUnsound) departed += 1;
    }
    if (ends.size !== 1) otherwise += 1;
  }
  const count = (figure: string, value: number): Measurement => ({
    figure,
    unit: "count",
    samples: [value],
  });
  return [
    count("journeys", paths.length),
    count("replays", times.length),
    count("journeys that ended otherwise", otherwise),
    count("journeys that departed from what was recorded", departed),
    { figure: "a replay", unit: "ms", samples: times },
  ];
}

function endOf(states: ReadonlyMap<string, unknown>, shown: unknown): string {
  return stateDigest({ states: Object.fromEntries(states), shown });
}
