/** An administrator's actions on a report, one after the other, and their cost in the core. */
import type {
  AnalyticsCore,
  BuilderQuery,
  CsvChunk,
  CsvCursor,
  SelectionOp,
} from "#workers/analytics/contract.ts";
import { FIRST_QUERY } from "../support/firstQuery.ts";
import { timed, type Times } from "./times.ts";

/** Rows in a window of the table. */
const WINDOW = 60;
export const FIRST_ROWS = { start: 0, end: WINDOW };
export const TYPED = [
  "teller",
  "Core Banking",
  "wire_admin",
  "finance|reports read",
  "cn=audit",
  "99",
  "payroll hr portal",
  "no such name",
];

/** More texts than the core caches, so that earlier ones are evicted. */
const OTHERS = Array.from({ length: 40 }, (_, index) => `${10 + index} nothing like it`);

/** Every action except loading, often enough for a p95; the index is built. */
export async function measureActions(
  core: AnalyticsCore,
  times: Times,
  random: () => number,
): Promise<void> {
  let query = FIRST_QUERY;
  let generation = 0;
  let rowCount = 0;
  let rows = 0;
  const ask = (change: Partial<BuilderQuery>): void => {
    // Like the builder, requests the chart only if the text or the resources changed.
    const charts = change.text !== undefined || change.resources !== undefined;
    query = { ...query, ops: [], ...change };
    const answer = core.answer({ query, window: FIRST_ROWS, follow: null, charts });
    if (!answer.ok) throw new Error(answer.code);
    query = { ...query, opsFrom: query.opsFrom + query.ops.length };
    ({ generation, rowCount, entitlements: rows } = answer.view);
  };
  const step = (name: string, change: Partial<BuilderQuery>) =>
    timed(times, name, () => ask(change));
  const op = (added: SelectionOp): Partial<BuilderQuery> => ({ ops: [added] });

  ask({ threshold: 30 });
  // Before they are typed, because typed texts are cached.
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
      core.window(generation, { start, end: start + WINDOW });
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

/** Actions that change the rows of a table sorted by name. */
async function measureSorted(
  ask: (change: Partial<BuilderQuery>) => void,
  times: Times,
): Promise<void> {
  ask({ sort: { column: "name", direction: "ASCENDING" } });
  for (let threshold = 30; threshold <= 100; threshold++) {
    await timed(times, `threshold, sorted by name`, () => ask({ threshold }));
  }
  ask({ threshold: 30 });
  // Previously typed texts are cached.
  for (const text of OTHERS) ask({ text });
  for (const text of TYPED) {
    for (let length = 1; length <= text.length; length++) {
      const typed = text.slice(0, length);
      await timed(times, `text: a typed key, sorted by name`, () => ask({ text: typed }));
    }
    await timed(times, `text: cleared, sorted by name`, () => ask({ text: "" }));
  }
}
