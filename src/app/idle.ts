/** Longest time without an idle moment, in milliseconds. */
const LATEST = 1000;

/** Resolves when the main thread has nothing better to do, with a clock of what is left of that, in milliseconds. */
export function nextIdle(): Promise<() => number> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ("requestIdleCallback" in window) {
      requestIdleCallback((deadline) => resolve(() => deadline.timeRemaining()), {
        timeout: LATEST,
      });
    } else setTimeout(() => resolve(() => 0), LATEST);
  });
}
