/** Begins to measure once a browser has painted and has nothing better to do: the code for it is fetched only then. */
import type { Measure, Measures } from "./measures.ts";

/** @returns the handler of `measureFx` */
export function createMeasuring(): () => Promise<Measure> {
  let measures: Promise<Measures> | null = null;
  return async () => {
    measures ??= begin();
    return (await measures).next();
  };
}

async function begin(): Promise<Measures> {
  await firstPaint();
  await idle();
  const { observePerformance } = await import("./observe.ts");
  return observePerformance();
}

/** A page in the background paints nothing, and is not measured before it is seen. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName("first-contentful-paint").length === 0) return;
      observer.disconnect();
      resolve();
    }).observe({ type: "paint", buffered: true });
  });
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 5000 });
    else setTimeout(resolve, 1000);
  });
}
