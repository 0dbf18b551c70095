/** Answers through memory shared by page and worker are the same whichever path is faster. */
import type { Remote } from "comlink";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { withSharedAnswers } from "#src/features/policy-builder/latency/sharedAnswers.ts";
import type {
  AnalyticsWorker,
  BuilderAnswer,
  BuilderQuestion,
  QueryRefused,
} from "#workers/analytics/contract.ts";
import { createAnalyticsCore } from "#workers/analytics/core.ts";
import { shareAnswers } from "#workers/analytics/latency/sharedAnswers.ts";
import { bytesOf, reportOf, WIDE_OPEN } from "../../../../workers/support/reports.ts";
import { loadReport } from "../../../../workers/support/loadReport.ts";
import { stubNavigator } from "../../../support/stubNavigator.ts";

const REPORT = reportOf({
  "Banking \u{1F3E6} \ud800": [
    ["Teller", 90.123456789, "a"],
    ["Zugriff \u00e4 \u0645\u0631\u062d\u0628\u0627", 1 / 3, "b"],
  ],
  HR: [["Viewer", 40, "c"]],
});

type Said = BuilderAnswer | QueryRefused | null;

/** By their handles. */
const frames = new Map<number, FrameRequestCallback>();
let handles = 0;
beforeEach(() => {
  frames.clear();
  vi.stubGlobal("requestAnimationFrame", (callback: FrameRequestCallback) => {
    frames.set(++handles, callback);
    return handles;
  });
  vi.stubGlobal("crossOriginIsolated", true);
  stubNavigator({ hardwareConcurrency: 2 });
  vi.stubGlobal("cancelAnimationFrame", (frame: number) => frames.delete(frame));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A worker that answers immediately, and whose messages arrive when the test says so. */
async function slowWorker() {
  const core = createAnalyticsCore();
  await loadReport(core, bytesOf(REPORT));
  const worker = shareAnswers(core);
  const messages: { readonly said: Said; readonly come: () => void; readonly fail: () => void }[] =
    [];
  const remote = {
    ...worker,
    answerShared: (asked: BuilderQuestion, ticket: number) => {
      const said = worker.answerShared(asked, ticket);
      return new Promise<Said>((resolve, reject) => {
        messages.push({ said, come: () => resolve(said), fail: () => reject(new Error("gone")) });
      });
    },
  };
  const page = withSharedAnswers(remote as unknown as Remote<AnalyticsWorker>);
  return { core, page, messages };
}

const question = (text: string, { charts = true } = {}): BuilderQuestion => ({
  query: { ...WIDE_OPEN, text, hints: true },
  window: { start: 0, end: 10 },
  follow: null,
  charts,
});

const drawFrame = (): void => {
  const due = [...frames.values()];
  frames.clear();
  for (const draw of due) draw(0);
};

/** Without the query counter. */
function contentOf(answer: BuilderAnswer | QueryRefused) {
  if (!answer.ok) return answer;
  return { ...answer, view: { ...answer.view, generation: 0 } };
}

it("returns an answer with the next frame before its message, which then changes nothing", async () => {
  const { core, page, messages } = await slowWorker();
  for (const asked of [
    question(""),
    question("t"),
    question("none"),
    question("", { charts: false }),
  ]) {
    const answer = page.answer(asked);
    expect(messages.at(-1)?.said).toBeNull();
    drawFrame();
    expect(contentOf(await answer)).toEqual(contentOf(core.answer(asked)));
  }
  // The messages of the first ones arrive late, while another answer is stored.
  const last = page.answer(question("v"));
  for (const { come } of messages.slice(0, -1)) come();
  await Promise.resolve();
  drawFrame();
  expect(contentOf(await last)).toEqual(contentOf(core.answer(question("v"))));
  expect(frames.size).toBe(0);
});

it("delays a frame by at most 4 ms after the query", async () => {
  const { page } = await slowWorker();
  let now = 100;
  const looked: number[] = [];
  vi.spyOn(performance, "now").mockImplementation(() => (looked.push(now), now));
  const first = page.answer(question("t"));
  // While the first is stored this one arrives only as a message.
  void page.answer(question("v"));
  vi.mocked(performance.now).mockImplementation(() => (looked.push((now += 0.5)), now));
  looked.length = 0;
  drawFrame();
  expect(await first).toMatchObject({ ok: true });
  // The second one's until 104, and one more to decide whether to poll again.
  expect(looked.at(-2)).toBe(104);
  looked.length = 0;
  drawFrame();
  expect(looked).toHaveLength(2);
  now += 1000;
  drawFrame();
  expect(frames.size).toBe(0);
});

it("delays no frame if the worker has no core of its own", async () => {
  stubNavigator({ hardwareConcurrency: 1 });
  const { page } = await slowWorker();
  void page.answer(question("t"));
  void page.answer(question("v"));
  let now = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 0.5));
  drawFrame();
  expect(clock).toHaveBeenCalledTimes(2);
});

it("uses messages while a load ends, because the page must receive the report first", async () => {
  const { core, page, messages } = await slowWorker();
  const load = core.beginLoad();
  core.loadChunks(load, [bytesOf(reportOf({ Other: [["Viewer", 50, "z"]] }))]);
  const ended = page.endLoad(load);
  const answer = page.answer(question(""));
  expect([messages.length, frames.size]).toEqual([0, 0]);
  expect(await answer).toMatchObject({ ok: true });
  await ended;
  void page.answer(question(""));
  expect([messages.length, frames.size]).toEqual([1, 1]);
});

it("takes the message if it comes first, and stops polling", async () => {
  const { core, page, messages } = await slowWorker();
  const answer = page.answer(question("t"));
  messages[0]?.come();
  expect(contentOf(await answer)).toEqual(contentOf(core.answer(question("t"))));
  // The memory is free again, so the next answer is stored, too.
  const next = page.answer(question("v"));
  expect(messages[1]?.said).toBeNull();
  drawFrame();
  expect(contentOf(await next)).toEqual(contentOf(core.answer(question("v"))));
});

it("polls with each frame until the answer is there", async () => {
  const { page, messages } = await slowWorker();
  const first = page.answer(question("t"));
  const second = page.answer(question("v"));
  // The memory holds the first.
  expect(messages[1]?.said).toMatchObject({ ok: true });
  drawFrame();
  expect(await first).toMatchObject({ ok: true });
  expect(frames.size).toBe(1);
  drawFrame();
  expect(frames.size).toBe(1);
  messages[1]?.come();
  expect(await second).toMatchObject({ ok: true, view: { shown: { entitlements: 1 } } });
  drawFrame();
  expect(frames.size).toBe(0);
});

it("gets refused, overlong and failed answers by message", async () => {
  const { page, messages } = await slowWorker();
  const missing = { ...question(""), query: { ...WIDE_OPEN, opsFrom: 3 } };
  const refused = page.answer(missing);
  messages[0]?.come();
  expect(await refused).toEqual({ ok: false, code: "EOPSMISSING", held: 0 });
  const failed = page.answer(question("t"));
  messages[1]?.fail();
  await expect(failed).rejects.toThrow("gone");
  expect(frames.size).toBe(0);

  const long = createAnalyticsCore();
  const rows = Array.from({ length: 3000 }, (_, row) => [
    `${"n".repeat(100)}${row}`,
    50,
    `r${row}`,
  ]);
  await loadReport(long, bytesOf(reportOf({ Banking: rows as [string, number, string][] })));
  const worker = shareAnswers(long);
  const whole = { ...question(""), window: { start: 0, end: 3001 } };
  expect(worker.answerShared(whole, 1)).toMatchObject({ ok: true });
  worker.shareMemory(new SharedArrayBuffer(256 * 1024));
  expect(worker.answerShared(whole, 2)).toMatchObject({ ok: true });
  expect(worker.answerShared(question(""), 3)).toBeNull();
});

it("sends all other queries as before", async () => {
  const { core, page } = await slowWorker();
  expect(await page.summary()).toEqual(core.summary());
});
