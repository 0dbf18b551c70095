// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createQuietIdle, waitWhileSeen } from "#src/app/idle.ts";

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

/** Whether it has resolved after that many milliseconds with an event every 16 of them. */
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

it("is immediate if nothing was recorded", async () => {
  const left = await createQuietIdle().next();
  expect(left()).toBe(5);
});

it("waits while events arrive, for at most a second", async () => {
  expect(await comesWithin(900)).toBe(false);
  expect(await comesWithin(1200)).toBe(true);
});

it("follows soon after the last event", async () => {
  const quiet = createQuietIdle();
  quiet.stir();
  let came = false;
  void quiet.next().then(() => (came = true));
  await vi.advanceTimersByTimeAsync(90);
  expect(came).toBe(false);
  await vi.advanceTimersByTimeAsync(20);
  expect(came).toBe(true);
});

describe("a wait in a visible page", () => {
  const hide = (isHidden: boolean) => {
    vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
    document.dispatchEvent(new Event("visibilitychange"));
  };
  /** Whether it has ended. */
  function begin(): () => boolean {
    let isOver = false;
    void waitWhileSeen(400).then(() => (isOver = true));
    return () => isOver;
  }
  afterEach(() => vi.restoreAllMocks());

  it("ends on time", async () => {
    const isOver = begin();
    await vi.advanceTimersByTimeAsync(399);
    expect(isOver()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isOver()).toBe(true);
  });

  it("ends when the page is hidden, because its timers are throttled", async () => {
    const isOver = begin();
    await vi.advanceTimersByTimeAsync(10);
    hide(true);
    await Promise.resolve();
    expect(isOver()).toBe(true);
  });

  it("ends immediately in a hidden page", async () => {
    hide(true);
    const isOver = begin();
    await Promise.resolve();
    expect(isOver()).toBe(true);
  });
});
