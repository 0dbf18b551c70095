/** What the core asks itself, so that people do not wait for code that was never run. */
import { afterEach, expect, it, vi } from "vitest";
import type { AnalyticsCore, BuilderQuery } from "#workers/analytics/contract.ts";
import { createAnalyticsCore } from "#workers/analytics/core.ts";
import { rehearse, rehearsing } from "#workers/analytics/rehearsal.ts";
import { bytesOf, reportOf, WIDE_OPEN } from "../support/reports.ts";

afterEach(() => void vi.useRealTimers());

/** A core, and the queries that it was asked. */
function watchedCore() {
  const asked: BuilderQuery[] = [];
  const core = createAnalyticsCore();
  const watched: AnalyticsCore = {
    ...core,
    answer(question) {
      asked.push(question.query);
      return core.answer(question);
    },
  };
  return { watched, asked };
}

it("asks all kinds of questions, and each text once", async () => {
  const { watched, asked } = watchedCore();
  await rehearse(watched);
  const texts = asked.flatMap(({ text }) => (text === "" ? [] : [text]));
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts.length).toBeGreaterThan(40);
  const thresholds = new Set(asked.map(({ threshold }) => threshold));
  expect([Math.min(...thresholds), Math.max(...thresholds)]).toEqual([30, 100]);
  expect(new Set(asked.flatMap(({ ops }) => ops.map(({ kind }) => kind)))).toEqual(
    new Set(["entitlement", "resource", "matching"]),
  );
  expect(new Set(asked.map(({ sort }) => sort && `${sort.column} ${sort.direction}`)).size).toBe(7);
  expect(asked.some(({ collapsed }) => collapsed.all)).toBe(true);
});

it("finds some of its texts and others not, and keeps fewer rows the higher the threshold is", async () => {
  const { watched } = watchedCore();
  await rehearse(watched);
  const shown = (change: Partial<BuilderQuery>): number => {
    const reply = watched.query({ ...WIDE_OPEN, ...change });
    return reply.ok ? reply.view.shown.entitlements : -1;
  };
  expect(shown({})).toBe(2000);
  expect(shown({ text: "led" })).toBeGreaterThan(0);
  expect(shown({ text: "ledger_r" })).toBeGreaterThan(0);
  expect(shown({ text: "z" })).toBe(0);
  expect(shown({ threshold: 60 })).toBeLessThan(shown({ threshold: 40 }));
});

it("rehearses once, a while after the first report that was read, and leaves that one alone", async () => {
  vi.useFakeTimers();
  const core = rehearsing(createAnalyticsCore());
  const load = async (bytes: Uint8Array) => {
    const id = core.beginLoad();
    core.loadChunks(id, [bytes]);
    return core.endLoad(id);
  };
  expect(await load(new TextEncoder().encode("{}"))).toMatchObject({ ok: false });
  expect(vi.getTimerCount()).toBe(0);
  const report = bytesOf(reportOf({ Banking: [["Teller", 90, "a"]] }));
  expect(await load(report)).toMatchObject({ ok: true });
  expect(vi.getTimerCount()).toBe(1);
  const before = core.query(WIDE_OPEN);
  await vi.runAllTimersAsync();
  const after = core.query(WIDE_OPEN);
  if (!before.ok || !after.ok) throw new Error("The report is gone");
  expect(after.view).toEqual({ ...before.view, generation: before.view.generation + 1 });
  expect(await load(report)).toMatchObject({ ok: true });
  expect(vi.getTimerCount()).toBe(0);
});
