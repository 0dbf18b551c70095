/** Observes a browser's web vitals, long tasks and long frames. Loaded as its own chunk after the first paint. */
import { onCLS, onFCP, onINP, onLCP, onTTFB, type MetricType } from "web-vitals";
import { wait } from "../../kernel/sleep.ts";
import { Measures } from "./measures.ts";
import { shortSelector } from "./selector.ts";

export function observePerformance(): Measures {
  const measures = new Measures(wait);
  const report = (metric: MetricType) =>
    measures.pushVital({
      name: metric.name,
      value: tenths(metric.value, metric.name === "CLS" ? 4 : 1),
      rating: metric.rating,
      selector: shortSelector(culpritOf(metric)),
    });
  // Reports all changes, because a page's final value would arrive too late to be recorded.
  const options = { reportAllChanges: true };
  onCLS(report, options);
  onINP(report, options);
  onLCP(report, options);
  onFCP(report, options);
  onTTFB(report, options);
  observe("longtask", ({ duration }) => {
    const longest = tenths(duration);
    measures.pushTasks({ kind: "task", count: 1, longest, total: longest, script: "" });
  });
  observe("long-animation-frame", (frame) => {
    const longest = tenths(frame.duration);
    const script = slowestScript(frame as PerformanceLongAnimationFrameTiming);
    measures.pushTasks({ kind: "frame", count: 1, longest, total: longest, script });
  });
  return measures;
}

/** The element responsible for a value. The library's attribution build would be two thirds larger. */
function culpritOf(metric: MetricType): Node | null {
  switch (metric.name) {
    case "CLS": {
      const largest = metric.entries.toSorted((one, other) => other.value - one.value)[0];
      return largest?.sources?.[0]?.node ?? null;
    }
    case "INP":
      return metric.entries[0]?.target ?? null;
    case "LCP":
      return metric.entries.at(-1)?.element ?? null;
    case "FCP":
    case "TTFB":
      return null;
    default:
      return metric satisfies never;
  }
}

function observe(type: string, see: (entry: PerformanceEntry) => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
  new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({
    type,
    buffered: true,
  });
}

/** The last part of the script's address, which contains no page path and no query. */
function slowestScript({ scripts }: PerformanceLongAnimationFrameTiming): string {
  const slowest = scripts.toSorted((one, other) => other.duration - one.duration)[0];
  return /([\w.-]+)(?:[?#].*)?$/.exec(slowest?.sourceURL ?? "")?.[1] ?? "";
}

function tenths(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}
