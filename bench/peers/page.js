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

/** Milliseconds that tasks of over 50 ms have held the main thread. */
let blocked = 0;
const tasks = new PerformanceObserver((list) => count(list.getEntries()));
const count = (entries) => {
  for (const { duration } of entries) blocked += duration;
};
tasks.observe({ type: "longtask" });
/** Tasks are told of after the frame that follows them. */
const twoFrames = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

let adapter = null;
let input = null;
let ask = null;

async function timed(work) {
  blocked = 0;
  const start = performance.now();
  const value = await work();
  const milliseconds = performance.now() - start;
  await twoFrames();
  count(tasks.takeRecords());
  return { value, milliseconds, blocked };
}

window.peer = {
  async prepare(name, options) {
    adapter = await ADAPTERS[name]();
    input = await adapter.prepare(sourceOf(options), options);
  },
  async load() {
    const { value, milliseconds, blocked: held } = await timed(() => adapter.open(input));
    ask = value;
    input = null;
    return { milliseconds, blocked: held };
  },
  async ask(question) {
    const { value, milliseconds, blocked: held } = await timed(() => ask(question));
    const total = value.counts.reduce((sum, one) => sum + one, 0);
    return {
      milliseconds,
      blocked: held,
      answer: `${total}|${value.counts.join()}|${value.names.join()}`,
    };
  },
};
