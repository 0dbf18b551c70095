/** The analytics core alone, in Node: a large report from a fixed seed, and what each action costs the worker. */
import { decodeReport } from "#workers/columns/decodeReport.ts";
import { postPairs } from "#workers/analytics/methods/pairPostings.ts";
import { runSteps } from "#workers/analytics/methods/steps.ts";
import { postTerms } from "#workers/analytics/methods/termPostings.ts";
import { createAnalyticsCore } from "#workers/analytics/core.ts";
import { indexInSteps } from "#workers/analytics/indexing/indexNames.ts";
import type {
  AnalyticsCore,
  BuilderQuery,
  CsvChunk,
  CsvCursor,
  SelectionOp,
} from "#workers/analytics/contract.ts";
import type { BenchCase } from "../harness/case.ts";
import type { Goal, Measurement } from "../harness/figures.ts";
import { runForked } from "../harness/fork.ts";
import {
  generateReport,
  generateReportChunks,
  randomFrom,
  REPORT_SEED,
} from "../support/generateReport.ts";

export interface CoreBenchOptions {
  readonly rows?: number;
  readonly resources?: number;
  readonly seed?: number;
}

export interface CoreBenchFigure {
  readonly name: string;
  /** Milliseconds, in the order in which they were taken. */
  readonly samples: readonly number[];
}

export interface CoreBenchResult {
  readonly rows: number;
  readonly resources: number;
  readonly seed: number;
  readonly reportBytes: number;
  readonly figures: readonly CoreBenchFigure[];
  /** Bytes of the report's columns and state, after a collection where Node runs with --expose-gc. */
  readonly arrayBufferBytes: number;
  /** Bytes a row of each structure, measured on a report of at most STRUCTURE_ROWS. */
  readonly structures: Readonly<Record<string, number>>;
}

/** Each run is a new process, as each page of the product starts a new worker. */
export const coreCase: BenchCase = {
  describes: "the worker's methods alone, in Node",
  options: { rows: 1_000_000, runs: 5, seed: REPORT_SEED },
  goals: ({ rows }) => goalsAt(rows),
  open: ({ rows, seed }, cleanup) =>
    Promise.resolve({
      run: async () => measurements(await runForked(FORKED, { rows, seed }, cleanup)),
    }),
};

const FORKED = { module: new URL(import.meta.url), work: "runCoreBench" } as const;

function measurements(result: CoreBenchResult): readonly Measurement[] {
  const megabytes = (figure: string, bytes: number): Measurement => ({
    figure,
    unit: "MB",
    samples: [bytes / 1e6],
  });
  return [
    megabytes("report", result.reportBytes),
    megabytes("columns and state", result.arrayBufferBytes),
    ...Object.entries(result.structures).map(([figure, bytes]): Measurement => ({
      figure,
      unit: "bytes a row",
      samples: [bytes],
    })),
    ...result.figures.map(({ name, samples }): Measurement => ({
      figure: name,
      unit: "ms",
      samples,
    })),
  ];
}

function goalsAt(rows: number): readonly Goal[] {
  const isLarge = rows > 1_000_000;
  const quick = ["threshold", "tick", "tick of a resource", "select all matching"];
  return [
    ...["text: pasted", "text: a typed key", "text: a deleted key"].map((figure): Goal => ({
      figure,
      statistic: "p95",
      atMost: isLarge ? 50 : 8,
    })),
    ...["threshold", "text: a typed key", "text: cleared"].map((figure): Goal => ({
      figure: `${figure}, sorted by name`,
      statistic: "max",
      atMost: 50,
    })),
    ...[...quick, "collapse or expand all"].map((figure): Goal => ({
      figure,
      statistic: "p95",
      atMost: isLarge ? 10 : 2,
    })),
  ];
}

const STRUCTURE_ROWS = 1_000_000;

/** Rows in a window as the table asks for them. */
const WINDOW = 60;
const FIRST_ROWS = { start: 0, end: WINDOW };
const TYPED = [
  "teller",
  "Core Banking",
  "wire_admin",
  "finance|reports read",
  "cn=audit",
  "99",
  "payroll hr portal",
  "no such name",
];

/** As the builder opens. */
const START: BuilderQuery = {
  text: "",
  threshold: 100,
  resources: { all: true, except: [] },
  collapsed: { all: false, except: [] },
  hints: false,
  sort: null,
  opsFrom: 0,
  ops: [],
};

/** More texts than the core remembers, so that those before are forgotten. */
const OTHERS = Array.from({ length: 40 }, (_, index) => `${10 + index} nothing like it`);

/** One run in this process. A query is timed with all that the builder asks for along with it. */
export async function runCoreBench(options: CoreBenchOptions = {}): Promise<CoreBenchResult> {
  const { rows = 1_000_000, resources = 200, seed = REPORT_SEED } = options;
  const times = new Map<string, number[]>();
  let isIndexed = (): void => {};
  const indexed = new Promise<void>((resolve) => (isIndexed = resolve));
  const core = createAnalyticsCore((report, take) => {
    const steps = indexInSteps(report, take);
    // As in a browser, whoever asks comes in turn; Node would empty the port of `indexInSlices` first.
    const go = (): void => (steps.next().done === true ? isIndexed() : void setImmediate(go));
    go();
    return () => {};
  });

  const before = await settledArrayBuffers();
  const reportBytes = await load(core, times, generateReportChunks(rows, resources, seed));
  const loaded = performance.now();
  await measureUnindexed(core, times);
  await indexed;
  times.set("load: index of names, beside queries", [performance.now() - loaded]);
  const arrayBufferBytes = (await settledArrayBuffers()) - before;

  await measureActions(core, times, randomFrom(seed));
  const figures = [...times].map(([name, samples]) => ({ name, samples }));
  return {
    rows,
    resources,
    seed,
    reportBytes,
    figures,
    arrayBufferBytes,
    structures: measureStructures(Math.min(rows, STRUCTURE_ROWS), resources, seed),
  };
}

/** Loads the report as it would arrive; what making the chunks takes does not count. Returns the bytes. */
async function load(
  core: AnalyticsCore,
  times: Map<string, number[]>,
  chunks: Iterable<Uint8Array>,
): Promise<number> {
  const id = core.beginLoad();
  let decoding = 0;
  for (const chunk of chunks) {
    const start = performance.now();
    const progress = core.loadChunks(id, [chunk]);
    decoding += performance.now() - start;
    if (!progress.ok) throw new Error(progress.message);
  }
  times.set("load: all chunks", [decoding]);
  const reply = await timed(times, "load: end (repeated roles, terms, rest of the digest)", () =>
    core.endLoad(id),
  );
  if (!reply.ok) throw new Error(reply.message);
  return reply.size;
}

/** What is asked while the index is made; each question also waits for what that does at the moment. */
async function measureUnindexed(core: AnalyticsCore, times: Map<string, number[]>): Promise<void> {
  const ask = async (name: string, change: Partial<BuilderQuery>): Promise<void> => {
    const asked = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    const query = { ...START, ...change };
    const answer = core.answer({ query, window: FIRST_ROWS, follow: null, glance: true });
    if (!answer.ok) throw new Error(answer.code);
    times.set(name, [...(times.get(name) ?? []), performance.now() - asked]);
  };
  await ask("first rows", {});
  for (const direction of ["ASCENDING", "DESCENDING"] as const) {
    const sort = { column: "name", direction } as const;
    await ask("sort by name, not yet indexed", { sort, threshold: 30 });
  }
  const text = TYPED[1] as string;
  for (let length = 1; length <= text.length; length++) {
    await ask("text: a typed key, not yet indexed", { text: text.slice(0, length) });
  }
}

/** Bytes a row of what the core keeps; the rest are sets of a bit a row and counts. */
function measureStructures(
  rows: number,
  resources: number,
  seed: number,
): Readonly<Record<string, number>> {
  const columns = decodeReport(generateReport(rows, resources, seed));
  const { names, percents, roleOids } = columns;
  const terms = runSteps(postTerms(names));
  const pairs = runSteps(postPairs(names));
  const sizes = {
    "names: tokens": names.tokens.byteLength + names.offsets.byteLength,
    "names: dictionary": names.tokenTexts.bytes.length + names.terms.bytes.length,
    percentages: percents.byteLength,
    "role oids": roleOids.uuids.byteLength,
    "postings of terms": terms.rows.byteLength + terms.starts.byteLength,
    "postings of common terms": (terms.sets.size * rows) / 8,
    "postings of pairs":
      pairs === null
        ? 0
        : pairs.bytes.byteLength + pairs.firsts.byteLength * 2 + pairs.starts.byteLength,
  };
  return Object.fromEntries(Object.entries(sizes).map(([name, bytes]) => [name, bytes / rows]));
}

async function measureActions(
  core: AnalyticsCore,
  times: Map<string, number[]>,
  random: () => number,
): Promise<void> {
  let query = START;
  let generation = 0;
  let rowCount = 0;
  let rows = 0;
  const ask = (change: Partial<BuilderQuery>): void => {
    // As the builder asks: for the chart only when the text or the resources are others.
    const glance = change.text !== undefined || change.resources !== undefined;
    query = { ...query, ops: [], ...change };
    const answer = core.answer({ query, window: FIRST_ROWS, follow: null, glance });
    if (!answer.ok) throw new Error(answer.code);
    query = { ...query, opsFrom: query.opsFrom + query.ops.length };
    ({ generation, rowCount, entitlements: rows } = answer.view);
  };
  const step = (name: string, change: Partial<BuilderQuery>) =>
    timed(times, name, () => ask(change));
  const op = (added: SelectionOp): Partial<BuilderQuery> => ({ ops: [added] });

  ask({ threshold: 30 });
  // Before they are typed: what was typed is remembered.
  for (const text of TYPED) await step("text: pasted", { text });
  for (const text of OTHERS) ask({ text });
  for (const text of TYPED) {
    for (let length = 1; length <= text.length; length++) {
      await step("text: a typed key", { text: text.slice(0, length) });
    }
    for (let length = text.length - 1; length >= 0; length--) {
      await step("text: a deleted key", { text: text.slice(0, length) });
    }
  }
  for (let threshold = 100; threshold >= 30; threshold--) {
    await step("threshold", { threshold });
    await step("threshold", { threshold: 130 - threshold });
  }
  ask({ threshold: 30 });
  for (let sample = 0; sample < 200; sample++) {
    const row = Math.floor(random() * rows);
    await step("tick", op({ kind: "entitlement", row, ticked: sample % 2 === 1 }));
  }
  for (let resource = 0; resource < 100; resource++) {
    await step("tick of a resource", op({ kind: "resource", resource, ticked: false, text: "" }));
  }
  const { resources, threshold } = query;
  for (let sample = 0; sample < 20; sample++) {
    const ticked = sample % 2 === 1;
    await step(
      "select all matching",
      op({ kind: "matching", ticked, text: "", resources, threshold }),
    );
  }
  for (let sample = 0; sample < 100; sample++) {
    await step("undo of a step", { opsFrom: query.opsFrom - 1 });
  }
  for (let sample = 0; sample < 40; sample++) {
    await step("collapse or expand all", { collapsed: { all: sample % 2 === 0, except: [] } });
  }
  for (let sample = 0; sample < 40; sample++) {
    await step("resource filter", { resources: { all: sample % 2 === 1, except: [sample] } });
  }
  for (const column of ["name", "percent", "inPolicy"] as const) {
    for (let sample = 0; sample < 20; sample++) {
      const direction = sample % 2 === 0 ? "ASCENDING" : "DESCENDING";
      const what = sample === 0 ? `sort by ${column}, the first time` : `sort by ${column}`;
      await step(what, { sort: { column, direction } });
    }
  }
  await measureSorted(ask, times);
  ask({ sort: null, threshold: 30 });
  for (let sample = 0; sample < 1000; sample++) {
    const start = Math.floor(random() * rowCount);
    await timed(times, `window of ${WINDOW} rows`, () => {
      core.rows(generation, start, start + WINDOW);
    });
  }
  for (const text of ["r", "cn=t", "cn=ledgerw", "core"]) {
    for (let sample = 0; sample < 10; sample++) {
      const from = Math.floor(random() * rowCount);
      await timed(times, "type-ahead", () => core.findRow(generation, text, from));
    }
  }
  for (let sample = 0; sample < 20; sample++) {
    await step("text and threshold, with the chart", {
      threshold: 30 + sample,
      text: TYPED[sample % 3],
    });
  }
  await timed(times, "body to apply", () => core.applyBody(generation));
  let from: CsvCursor | null = null;
  for (let chunk = 0; chunk < 20; chunk++) {
    const at: CsvCursor | null = from;
    const reply: CsvChunk | null = await timed(times, "chunk of CSV", () =>
      core.csv(generation, "selected", at),
    );
    from = reply?.next ?? null;
    if (from === null) break;
  }
}

/** What changes the rows of a table that is sorted by name. */
async function measureSorted(
  ask: (change: Partial<BuilderQuery>) => void,
  times: Map<string, number[]>,
): Promise<void> {
  ask({ sort: { column: "name", direction: "ASCENDING" } });
  for (let threshold = 30; threshold <= 100; threshold++) {
    await timed(times, `threshold, sorted by name`, () => ask({ threshold }));
  }
  ask({ threshold: 30 });
  // What was typed before is remembered.
  for (const text of OTHERS) ask({ text });
  for (const text of TYPED) {
    for (let length = 1; length <= text.length; length++) {
      const typed = text.slice(0, length);
      await timed(times, `text: a typed key, sorted by name`, () => ask({ text: typed }));
    }
    await timed(times, `text: cleared, sorted by name`, () => ask({ text: "" }));
  }
}

async function timed<Value>(
  times: Map<string, number[]>,
  name: string,
  work: () => Value | Promise<Value>,
): Promise<Value> {
  const start = performance.now();
  const value = await work();
  const took = performance.now() - start;
  const samples = times.get(name);
  if (samples === undefined) times.set(name, [took]);
  else samples.push(took);
  return value;
}

/** Bytes of array buffers once garbage is gone, which takes two collections and a turn of the event loop. */
async function settledArrayBuffers(): Promise<number> {
  const { gc } = globalThis as { gc?: () => void };
  for (let round = 0; round < 2; round++) {
    gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().arrayBuffers;
}
