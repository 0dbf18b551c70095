import { wait } from "../kernel/sleep.ts";

/** Maximum wait for an idle moment, in milliseconds. */
const LATEST = 1000;
/** Milliseconds without an event after which a page is idle. */
const QUIET = 100;

/** Resolves when the main thread is idle, with a function that returns the remaining idle time in milliseconds. */
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
  /** Notifies of a recorded event. */
  readonly stir: () => void;
  /**
   * Like `nextIdle`, but waits until no event was recorded for a while, up to a maximum. Work between two moves of a
   * drag would delay the second.
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

/**
 * Waits while the page is visible. Browsers throttle timers of hidden pages, to a minute, and discard such pages first.
 */
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
