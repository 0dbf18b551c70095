/** Exports a builder session with its report as a file, and replays it in the browser up to the shown rows. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { findBuilder, signIn, type Stage } from "../builder/journey.ts";
import { loadOf, Phases } from "../builder/phases.ts";
import { measurePhase, single } from "../builder/probeFigures.ts";
import type { BenchCase } from "../harness/case.ts";
import type { Cleanup } from "../harness/cleanup.ts";
import type { Measurement } from "../harness/figures.ts";
import { openBrowser } from "../support/browser.ts";
import { REPORT_SEED } from "../support/generateReport.ts";
import { traceTasks } from "../support/mainThread.ts";
import { openStage } from "./builder.ts";

const MAX_WAIT = 180_000;
const EMPTY_STEP = { input: "none", states: [] } as const;
/** CPU time of one task, without waiting for a core. */
const longestWorkOf = (phase: string) => `${phase}: longest task, processor time`;
const SOUGHT = ["export", "opening", "first rows"];

export const replayBuilderCase: BenchCase = {
  describes: "a session of the builder with its report: exported, and replayed in the browser",
  takes: "5 min",
  options: { rows: 1_000_000, runs: 3, seed: REPORT_SEED },
  goals: () =>
    SOUGHT.flatMap((phase) => [
      { figure: `${phase}: tasks over 50 ms`, statistic: "value", atMost: 0 },
      { figure: longestWorkOf(phase), statistic: "value", atMost: 50 },
    ]),
  async open(settings, cleanup) {
    const stage = await openStage(settings, cleanup);
    return { run: () => exportAndReplay(stage, cleanup) };
  },
};

async function exportAndReplay(stage: Stage, cleanup: Cleanup): Promise<readonly Measurement[]> {
  const { page, close } = await openBrowser(cleanup);
  await page.addInitScript({ content: stage.probe });
  page.setDefaultTimeout(MAX_WAIT);
  const phases = new Phases(page);
  await signIn(page, stage.url);
  await page.getByText("What to do next").waitFor();
  const rows = await workInBuilder(page, stage);
  await page.getByRole("link", { name: "Provision Support" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
  await page.getByRole("checkbox", { name: /^Include \d+ report/ }).waitFor();

  const measured: Measurement[] = [];
  async function measure<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    await phases.begin(EMPTY_STEP);
    const endTrace = await traceTasks(page);
    const start = performance.now();
    const result = await work();
    measured.push(single(`${name}: time`, "ms", performance.now() - start));
    measured.push(...measurePhase(name, await phases.end()));
    const longest = Math.max(...(await endTrace()).map(({ worked }) => worked));
    measured.push(single(longestWorkOf(name), "ms", longest));
    return result;
  }
  const path = join(cleanup.directory("log"), "session.ndjson.gz");
  await measure("export", async () => {
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export event log" }).click();
    await (await saved).saveAs(path);
  });
  measured.push(single("bundle", "MB", (await stat(path)).size / 1e6));

  const replay = page.getByRole("dialog", { name: /^Replay of/ });
  await measure("opening", async () => {
    await page.locator('input[type="file"]').setInputFiles(path);
    await replay.getByRole("grid", { name: "Events" }).waitFor();
  });
  await replay.getByRole("searchbox", { name: "Search events" }).fill("filterTextChanged");
  const last = replay.getByRole("row", { name: /filterTextChanged/ }).last();
  await last.waitFor();
  const shown = await measure("first rows", async () => {
    await last.click();
    const table = replay.frameLocator("iframe").getByRole("treegrid");
    await table.getByRole("row", { level: 2 }).first().waitFor();
    return table.locator("[data-row]").first().innerText();
  });
  if (shown !== rows) throw new Error(`The replay shows ${shown} and not ${rows}`);
  await close();
  return measured;
}

/** @returns the first row of the last table. */
async function workInBuilder(page: Page, stage: Stage): Promise<string> {
  const link = await findBuilder(page, stage);
  await loadOf(page, () => link.click());
  await page.getByRole("slider", { name: "Percentage of identities" }).focus();
  for (let press = 0; press < 30; press += 1) await page.keyboard.press("ArrowLeft");
  await page.getByRole("searchbox", { name: "Filter Entitlements" }).pressSequentially("le");
  return settled(() => page.getByRole("treegrid").locator("[data-row]").first().innerText());
}

/** Milliseconds between two checks for stability. */
const STILL = 1000;

/** The state when it is read unchanged for the third time in as many seconds. */
async function settled(read: () => Promise<string>): Promise<string> {
  let last = await read();
  for (let same = 1; same < 3;) {
    await sleep(STILL);
    const now = await read();
    same = now === last ? same + 1 : 1;
    last = now;
  }
  return last;
}
