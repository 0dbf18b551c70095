/** Opens a working day of events in the browser: seeks by the timeline and by keys, searches, and closes it. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { signIn } from "../builder/journey.ts";
import { single } from "../builder/probeFigures.ts";
import type { BenchCase } from "../harness/case.ts";
import type { Cleanup } from "../harness/cleanup.ts";
import type { Measurement } from "../harness/figures.ts";
import { openBrowser } from "../support/browser.ts";
import { bundleOf } from "../support/bundleOf.ts";
import { randomFrom } from "../support/generateReport.ts";
import { generateSession } from "../support/generateSession.ts";
import { traceTasks } from "../support/mainThread.ts";
import { startProduct } from "../support/product.ts";

const SEED = 20_261_121;
const DAY = 100_000;
/** Each is named by a notice that stays open. */
const PEOPLE = 10_000;
/** Clicks on the timeline. */
const SEEKS = 30;
const TEXT = "ledger";
const MAX_WAIT = 180_000;

const SEEK = "seek: input to painted frame";
const longestWorkOf = (phase: string) => `${phase}: longest task, processor time`;

export const replayDayCase: BenchCase = {
  describes: "a log of 100,000 events and 10,000 notices in the browser: opened, sought, searched",
  takes: "4 min",
  options: { runs: 3, seed: SEED },
  goals: () => [
    { figure: SEEK, statistic: "max", atMost: 500 },
    ...["opening", "search"].map((phase) => ({
      figure: longestWorkOf(phase),
      statistic: "value" as const,
      atMost: 50,
    })),
  ],
  async open({ seed }, cleanup) {
    const path = join(cleanup.directory("log"), "day.ndjson.gz");
    const file = await bundleOf(generateSession(DAY, seed, PEOPLE));
    await writeFile(path, new Uint8Array(await file.arrayBuffer()));
    const { url } = await startProduct(cleanup.directory("product"), cleanup);
    return { run: () => replayDay({ url, path, seed }, cleanup) };
  },
};

interface Day {
  readonly url: string;
  readonly path: string;
  readonly seed: number;
}

async function replayDay({ url, path, seed }: Day, cleanup: Cleanup): Promise<Measurement[]> {
  const { page, close } = await openBrowser(cleanup);
  page.setDefaultTimeout(MAX_WAIT);
  await signIn(page, url);
  await page.getByRole("link", { name: "Provision Support" }).click();
  const replay = page.getByRole("dialog", { name: /^Replay of/ });
  const measured: Measurement[] = [];

  const opening = await traced(page, async () => {
    await page.locator('input[type="file"]').setInputFiles(path);
    await replay.getByRole("grid", { name: "Events" }).waitFor();
  });
  measured.push(single("opening: time", "ms", opening.time));
  measured.push(single(longestWorkOf("opening"), "ms", opening.longest));

  const random = randomFrom(seed);
  const samples: number[] = [];
  const seeking = await traced(page, async () => {
    const line = replay.getByRole("slider", { name: "Place in the log" });
    await line.focus();
    for (const key of ["End", "PageUp", "Home", "PageDown", "End", "Home", "End"]) {
      samples.push(await toPaint(page, "keydown", () => page.keyboard.press(key)));
    }
    const track = await boxOf(line.locator("xpath=../.."));
    for (let seek = 0; seek < SEEKS; seek += 1) {
      const [x, y] = [track.x + track.width * random(), track.y + track.height / 2];
      samples.push(await toPaint(page, "pointerdown", () => page.mouse.click(x, y)));
    }
  });
  measured.push({ figure: SEEK, unit: "ms", samples });
  measured.push(single(longestWorkOf("seek"), "ms", seeking.longest));

  const keys: number[] = [];
  const searching = await traced(page, async () => {
    await replay.getByRole("searchbox", { name: "Search events" }).focus();
    for (const key of TEXT) {
      keys.push(await toPaint(page, "keydown", () => page.keyboard.press(key)));
    }
    await replay
      .getByRole("row", { name: new RegExp(TEXT) })
      .first()
      .waitFor();
  });
  measured.push({ figure: "search: key to painted frame", unit: "ms", samples: keys });
  measured.push(single("search: six keys to the rows", "ms", searching.time));
  measured.push(single(longestWorkOf("search"), "ms", searching.longest));
  await close();
  return measured;
}

/** The duration of the work, and the CPU time of the page's longest task, in milliseconds. */
async function traced(page: Page, work: () => Promise<void>) {
  const end = await traceTasks(page);
  const start = performance.now();
  await work();
  const time = performance.now() - start;
  return { time, longest: Math.max(...(await end()).map(({ worked }) => worked)) };
}

/** From when the browser received the input until the frame after it was painted. */
async function toPaint(
  page: Page,
  type: "keydown" | "pointerdown",
  input: () => Promise<void>,
): Promise<number> {
  const painted = await page.evaluateHandle((expected) => {
    const waiting = new Promise<number>((resolve) => {
      addEventListener(
        expected,
        ({ timeStamp }) => {
          const observer = new ResizeObserver(() => {
            observer.disconnect();
            setTimeout(() => resolve(performance.now() - timeStamp));
          });
          observer.observe(document.documentElement);
        },
        { capture: true, once: true },
      );
    });
    return { waiting };
  }, type);
  await input();
  return painted.evaluate(({ waiting }) => waiting);
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error(`${locator.toString()} is not on the screen`);
  return box;
}
