/** A user's work in the builder once the table is shown, and the figures of each kind of input. */
import type { Page } from "@playwright/test";
import type { Measurement } from "../harness/figures.ts";
import { centerOf, Hands, type Point } from "../support/browser.ts";
import { measurePhase } from "./probeFigures.ts";
import type { Phases } from "./phases.ts";
import type { PhasePlan, PhaseRecord } from "./probeContract.ts";
import { HIGHEST, LOWEST, type Keystroke, type Script } from "./script.ts";

/** Milliseconds between two frames at 60 per second. */
const FRAME = 1000 / 60;
/** Between two clicks of the same user. */
const CLICK_PAUSE = 350;
export async function work(
  page: Page,
  phases: Phases,
  script: Script,
): Promise<readonly Measurement[]> {
  const hands = await Hands.of(page);
  const measured: Measurement[] = [];
  const measure = async (name: string, plan: PhasePlan, act: () => Promise<void>) => {
    await phases.begin(plan);
    await act();
    await hands.done();
    const record = await phases.end();
    checkAnswered(name, record);
    measured.push(...measurePhase(name, record));
  };
  const click = async (places: readonly Point[], pause = CLICK_PAUSE) => {
    for (const place of places) {
      await hands.after(pause);
      hands.move(place);
      hands.press(place);
      hands.release(place);
    }
  };
  const clicks = (name: string, states: readonly string[], places: readonly Point[]) =>
    measure(name, { input: "pointerup", states }, () => click(places));
  const again = (place: Point, states: readonly unknown[]) => states.map(() => place);
  const type = async (strokes: readonly Keystroke[]) => {
    for (const { key, pause } of strokes) {
      await hands.after(pause);
      hands.key(key);
    }
  };

  const track = await trackOf(page);
  await measure(
    "slider drag",
    { input: "drag", states: [], track: { ...track, states: script.drag } },
    () => dragThrice(hands, track),
  );
  // Only the first of the rows below are in the window at first, and clicks do not scroll.
  await page.getByRole("treegrid").evaluate((table) => table.scrollIntoView({ block: "center" }));
  const box = (row: number) =>
    centerOf(page.locator(`[role="treegrid"] [data-row="${row}"] input[type="checkbox"]`));
  const boxes = await Promise.all(script.ticks.map(({ place }) => box(place)));
  await clicks(
    "tick",
    script.ticks.map(({ state }) => state),
    boxes,
  );
  await clicks(
    "tick of a resource",
    script.resourceTicks,
    again(await box(0), script.resourceTicks),
  );
  const all = await centerOf(page.locator('[role="columnheader"] input[type="checkbox"]').first());
  await clicks("select all", script.allTicks, again(all, script.allTicks));
  const undo = await centerOf(page.getByRole("button", { name: "Undo" }));
  await clicks("undo", script.undos, again(undo, script.undos));
  const collapse = await centerOf(page.getByRole("button", { name: "Collapse resources" }));
  await clicks("collapse all", script.collapses, again(collapse, script.collapses));

  const heads = await Promise.all(
    script.sorts.map(({ label }) =>
      centerOf(page.getByRole("columnheader").getByRole("button", { name: label, exact: true })),
    ),
  );
  await clicks(
    "sort",
    script.sorts.map(({ state }) => state),
    heads,
  );
  const field = page.getByRole("searchbox", { name: "Filter Entitlements" });
  const plan = (strokes: readonly Keystroke[]): PhasePlan => ({
    input: "keydown",
    states: strokes.map(({ state }) => state),
    texts: strokes.map(({ text }) => text),
  });
  await click([await centerOf(field)]);
  await measure("typing", plan(script.typing), () => type(script.typing));
  await phases.begin(plan(script.beforeMatching));
  await type(script.beforeMatching);
  await phases.end();
  await clicks("select all matching", script.matchingTicks, again(all, script.matchingTicks));
  await click([await centerOf(field)]);
  hands.key("Escape");
  await hands.done();

  const table = await centerOf(page.getByRole("treegrid"));
  hands.move(table);
  await measure("fast scroll", { input: "none", states: [], frames: true }, () =>
    scrollFast(hands, table),
  );
  await measure("apply", { input: "none", states: [] }, () => applyAll(page));
  return measured;
}

/**
 * Applies everything that the slider keeps, the longest possible list. The directory has none of these roles, so the
 * server refuses it after reading it; the page refuses a longer list than can be sent.
 */
async function applyAll(page: Page): Promise<void> {
  const isInduce = (url: string): boolean => new URL(url).pathname.endsWith("/induce");
  const refused = page.getByText("can be applied at once").first();
  const over = Promise.race([
    page.waitForEvent("response", (response) => isInduce(response.url())),
    page.waitForEvent("requestfailed", (request) => isInduce(request.url())),
    refused.waitFor(),
  ]);
  await page.getByRole("button", { name: "Apply To Policy" }).first().click();
  const confirm = page.getByRole("button", { name: "Apply changes" });
  await confirm.or(refused).first().waitFor();
  if (await confirm.isVisible()) await confirm.click();
  await over;
}

/** A phase without any answer was not slow: the screen and the bench disagree. */
function checkAnswered(name: string, { steps, state }: PhaseRecord): void {
  const awaited = steps.filter(({ differs }) => differs);
  if (awaited.length === 0 || awaited.some(({ answer }) => answer !== null)) return;
  throw new Error(
    `${name}: the table never showed what the core says.\nIt shows\n${state}\nand not\n${awaited.at(-1)?.state}`,
  );
}

/** Two seconds of a free-spinning wheel down and one up, one step per frame. */
async function scrollFast(hands: Hands, at: Point): Promise<void> {
  for (let turn = 0; turn < 180; turn++) {
    await hands.after(FRAME);
    hands.wheel(at, turn < 120 ? 900 : -900);
  }
}

/** From 100 to 30, back and to 30 again, one percent per frame. */
async function dragThrice(hands: Hands, { left, width, y }: Track): Promise<void> {
  const at = (percent: number): Point => ({
    x: left + (width * (percent - LOWEST)) / (HIGHEST - LOWEST),
    y,
  });
  hands.move(at(HIGHEST));
  hands.press(at(HIGHEST));
  for (const [from, to] of [
    [HIGHEST, LOWEST],
    [LOWEST, HIGHEST],
    [HIGHEST, LOWEST],
  ] as const) {
    const step = Math.sign(to - from);
    for (let percent = from + step; percent !== to + step; percent += step) {
      await hands.after(FRAME);
      hands.move(at(percent), true);
    }
    await hands.after(500);
  }
  hands.release(at(LOWEST));
}

interface Track {
  readonly left: number;
  readonly width: number;
  readonly y: number;
}

/** The position of the slider's thumb at LOWEST, and its distance from HIGHEST. */
async function trackOf(page: Page): Promise<Track> {
  const thumb = page.getByRole("slider", { name: "Percentage of identities" });
  const track = thumb.locator("xpath=../..");
  const box = await track.boundingBox();
  if (box === null) throw new Error("The slider is not on the screen");
  return { left: box.x, width: box.width, y: box.y + box.height / 2 };
}
