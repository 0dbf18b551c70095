// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createQuietIdle } from "#src/app/idle.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestIdleCallback", (act: (deadline: object) => void) =>
    act({ timeRemaining: () => 5 }),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Whether it has come, after so many milliseconds with an event every 16 of them. */
async function comesWithin(milliseconds: number): Promise<boolean> {
  const quiet = createQuietIdle();
  quiet.stir();
  let came = false;
  void quiet.next().then(() => (came = true));
  for (let passed = 0; passed < milliseconds; passed += 16) {
    await vi.advanceTimersByTimeAsync(16);
    quiet.stir();
  }
  return came;
}

it("is at once where nothing was recorded", async () => {
  const left = await createQuietIdle().next();
  expect(left()).toBe(5);
});

it("waits while events come, and for a second at most", async () => {
  expect(await comesWithin(900)).toBe(false);
  expect(await comesWithin(1200)).toBe(true);
});

it("comes soon after the last event", async () => {
  const quiet = createQuietIdle();
  quiet.stir();
  let came = false;
  void quiet.next().then(() => (came = true));
  await vi.advanceTimersByTimeAsync(90);
  expect(came).toBe(false);
  await vi.advanceTimersByTimeAsync(20);
  expect(came).toBe(true);
});
