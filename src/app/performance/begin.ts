/** Starts measuring after the first paint, when the browser is idle, and loads the code only then. */
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

/** A background page does not paint, and is measured only once it is visible. */
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
