import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createPlaybackBarrier } from "#src/app/replay/playbackBarrier.ts";
import { after } from "#src/app/replay/history.ts";
import type { Ask } from "#src/kernel/analytics.ts";

/** A core whose answers the test controls, and playback that waits for them. */
function setUp() {
  const asked: { answer(): void; refuse(): void }[] = [];
  const core = () =>
    new Promise((resolve, reject) => {
      asked.push({ answer: () => resolve(null), refuse: () => reject(new Error("refused")) });
    });
  const { ask, after: later } = createPlaybackBarrier(core as Ask, after);
  return { asked, ask: () => ask("summary"), later };
}

/** Runs pending work and its consequences. */
const settle = () => vi.runAllTimersAsync();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("calls back in time if there are no requests", async () => {
  const { later } = setUp();
  const callback = vi.fn();
  later(0, callback);
  await settle();
  expect(callback).toHaveBeenCalledOnce();
});

it("calls back once every request is answered or refused", async () => {
  const { asked, ask, later } = setUp();
  const [first, second] = [ask(), ask()];
  const callback = vi.fn();
  later(0, callback);
  await settle();
  asked[0]?.answer();
  await first;
  await settle();
  expect(callback).not.toHaveBeenCalled();
  asked[1]?.refuse();
  await expect(second).rejects.toThrow("refused");
  await settle();
  expect(callback).toHaveBeenCalledOnce();
});

it("keeps waiting if an answer triggers another request", async () => {
  const { asked, ask, later } = setUp();
  void ask().then(ask);
  const callback = vi.fn();
  later(0, callback);
  await settle();
  asked[0]?.answer();
  await settle();
  expect([asked.length, callback.mock.calls.length]).toEqual([2, 0]);
  asked[1]?.answer();
  await settle();
  expect(callback).toHaveBeenCalledOnce();
});

it("does not call back after cancelling, neither before its time nor while it waits", async () => {
  const { asked, ask, later } = setUp();
  const callback = vi.fn();
  later(0, callback)();
  void ask();
  const cancel = later(0, callback);
  await settle();
  cancel();
  asked[0]?.answer();
  await settle();
  expect(callback).not.toHaveBeenCalled();
});
