/** One run of the analytics core: a large report from a fixed seed, and each action's cost in the worker. */
import { decodeReport } from "#workers/columns/decodeReport.ts";
import { postPairs } from "#workers/analytics/text/pairPostings.ts";
import { runSteps } from "#workers/analytics/steps.ts";
import { postTerms } from "#workers/analytics/text/termPostings.ts";
import { createAnalyticsCore } from "#workers/analytics/core.ts";
import { indexInSteps } from "#workers/analytics/indexing/indexNames.ts";
import type { AnalyticsCore, BuilderQuery } from "#workers/analytics/contract.ts";
import {
  generateReport,
  generateReportChunks,
  randomFrom,
  REPORT_SEED,
} from "../support/generateReport.ts";
import { FIRST_QUERY } from "../support/firstQuery.ts";
import { FIRST_ROWS, measureActions, TYPED } from "./actions.ts";
import { timed, type Times } from "./times.ts";

export interface CoreBenchOptions {
  readonly rows?: number;
  readonly resources?: number;
  readonly seed?: number;
}

export interface CoreBenchFigure {
  readonly name: string;
  /** Milliseconds, in order. */
  readonly samples: readonly number[];
}

export interface CoreBenchResult {
  readonly rows: number;
  readonly resources: number;
  readonly seed: number;
  readonly reportBytes: number;
  readonly figures: readonly CoreBenchFigure[];
  /** Bytes of the report's columns and state, after a garbage collection if Node runs with --expose-gc. */
  readonly arrayBufferBytes: number;
  /** Bytes per row of each structure, measured on a report of at most STRUCTURE_ROWS. */
  readonly structures: Readonly<Record<string, number>>;
}

const STRUCTURE_ROWS = 1_000_000;

/** One run in this process. The time of a query includes everything that the builder requests with it. */
export async function runCoreBench(options: CoreBenchOptions = {}): Promise<CoreBenchResult> {
  const { rows = 1_000_000, resources = 200, seed = REPORT_SEED } = options;
  const times: Times = new Map();
  let isIndexed = (): void => {};
  const indexed = new Promise<void>((resolve) => (isIndexed = resolve));
  const core = createAnalyticsCore((report, take) => {
    const steps = indexInSteps(report, take);
    // As in a browser, a query takes its turn; Node would drain the port of `indexInSlices` first.
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

/** Loads the report as it would arrive; creating the chunks is not measured. Returns the bytes. */
async function load(
  core: AnalyticsCore,
  times: Times,
  chunks: Iterable<Uint8Array>,
): Promise<number> {
  const id = core.beginLoad();
  let decoding = 0;
  for (const chunk of chunks) {
    const start = performance.now();
    const progress = core.loadChunks(id, [chunk]);
    decoding += performance.now() - start;
    if (!progress.ok) throw new Error(progress.reason.code);
  }
  times.set("load: all chunks", [decoding]);
  const reply = await timed(times, "load: end (repeated roles, terms, rest of the digest)", () =>
    core.endLoad(id),
  );
  if (!reply.ok) throw new Error(reply.reason.code);
  return reply.size;
}

/** Queries while the index is built; each also waits for its current step. */
async function measureUnindexed(core: AnalyticsCore, times: Times): Promise<void> {
  const ask = async (name: string, change: Partial<BuilderQuery>): Promise<void> => {
    const asked = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    const query = { ...FIRST_QUERY, ...change };
    const answer = core.answer({ query, window: FIRST_ROWS, follow: null, charts: true });
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

/** Bytes per row of the core's structures; the others are sets of a bit per row and counts. */
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
    "postings of terms": terms.bytes.byteLength + terms.starts.byteLength,
    "postings of common terms": (terms.sets.size * rows) / 8,
    "postings of pairs":
      pairs === null
        ? 0
        : pairs.bytes.byteLength + pairs.firsts.byteLength * 2 + pairs.starts.byteLength,
  };
  return Object.fromEntries(Object.entries(sizes).map(([name, bytes]) => [name, bytes / rows]));
}

/** Bytes of array buffers after garbage collection, which takes two collections and an event loop turn. */
async function settledArrayBuffers(): Promise<number> {
  const { gc } = globalThis as { gc?: () => void };
  for (let round = 0; round < 2; round++) {
    gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().arrayBuffers;
}
