/**
 * The page in which one peer is measured: makes its input, which is not measured, then loads it and asks it. Every
 * adapter exports `prepare(source)`, which returns the peer's input, and `open(input)`, which returns
 * `ask({ text } | { threshold })`; that resolves to the number of rows of each resource, by its place, and the names of
 * the first 50 rows.
 */
import { normalize } from "./normalize.js";
import { generateReportChunks, generateRows, reportHead } from "../support/generateReport.ts";

const ADAPTERS = {
  provision: () => import("./adapters/provision.js"),
  tanstack: () => import("./adapters/tanstack.js"),
  "ag-grid": () => import("./adapters/agGrid.js"),
  crossfilter: () => import("./adapters/crossfilter.js"),
  duckdb: () => import("./adapters/duckdb.js"),
  perspective: () => import("./adapters/perspective.js"),
};

function sourceOf({ rows, resources, seed }) {
  const { totalUsers } = reportHead(resources);
  return {
    rows,
    resources,
    chunks: () => generateReportChunks(rows, resources, seed),
    *each() {
      let index = 0;
      for (const { resource, name, holders } of generateRows(rows, resources, seed)) {
        const percent = (100 * holders) / totalUsers;
        yield { index: index++, resource, name, norm: normalize(name), percent };
      }
    },
  };
}

/** The main thread's tasks of over 50 ms. They are told of late, so that whoever measures matches them by time. */
const longTasks = [];
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) longTasks.push({ startTime, duration });
}).observe({ type: "longtask" });

let adapter = null;
let input = null;
let ask = null;

/** In a task of the page's own: what the debugger begins is not told of as a long task. */
async function timed(work) {
  await new Promise((resolve) => setTimeout(resolve));
  const start = performance.now();
  const value = await work();
  return { value, start, end: performance.now() };
}

window.peer = {
  async prepare(name, options) {
    adapter = await ADAPTERS[name]();
    input = await adapter.prepare(sourceOf(options), options);
  },
  async load() {
    const { value, start, end } = await timed(() => adapter.open(input));
    ask = value;
    input = null;
    return { start, end };
  },
  async ask(question) {
    const { value, start, end } = await timed(() => ask(question));
    const total = value.counts.reduce((sum, one) => sum + one, 0);
    const answer = `${total}|${value.counts.join()}|${value.names.join()}`;
    return { start, end, answer };
  },
  longTasks: () => longTasks,
};
