import { wait } from "../kernel/sleep.ts";

/** Longest time without an idle moment, in milliseconds. */
const LATEST = 1000;
/** Milliseconds without an event after which a page is quiet. */
const QUIET = 100;

/** Resolves when the main thread has nothing better to do, with a clock of what is left of that, in milliseconds. */
export function nextIdle(): Promise<() => number> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ("requestIdleCallback" in globalThis) {
      requestIdleCallback((deadline) => resolve(() => deadline.timeRemaining()), {
        timeout: LATEST,
      });
    } else setTimeout(() => resolve(() => 0), LATEST);
  });
}

export interface QuietIdle {
  /** Something was recorded. */
  readonly stir: () => void;
  /**
   * As `nextIdle`, once the page is quiet, or has not become so for long: what is done between two moves of a drag holds
   * up the second.
   */
  readonly next: () => Promise<() => number>;
}

export function createQuietIdle(): QuietIdle {
  let stirredAt = -Infinity;
  return {
    stir: () => void (stirredAt = performance.now()),
    async next() {
      const since = performance.now();
      while (performance.now() - stirredAt < QUIET && performance.now() - since < LATEST) {
        await wait(QUIET);
      }
      return nextIdle();
    },
  };
}

/** Lets time pass while the page is seen. Browsers slow the clocks of others down, to a minute, and end such pages first. */
export function waitWhileSeen(milliseconds: number): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      document.removeEventListener("visibilitychange", end);
      resolve();
    };
    document.addEventListener("visibilitychange", end);
    void wait(milliseconds).then(end);
  });
}
