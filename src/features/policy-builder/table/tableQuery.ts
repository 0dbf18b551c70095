/**
 * Keeps what the builder shows in step with what it stands at: one question to the worker at a time, always the
 * newest. What comes back is derived and lives outside of the projections.
 */
import { attach, combine, createEffect, createEvent, createStore, sample } from "effector";
import type {
  BuilderAnswer,
  PercentCharts,
  BuilderQuery,
  BuilderQuestion,
  BuilderView,
  QueryRefused,
  ReportSummary,
  TableFollow,
  TableWindow,
} from "#workers/analytics/contract.ts";
import { askAnalytics } from "../../../kernel/analytics.ts";
import {
  TOP,
  anchorOf,
  movedTo,
  sameRows,
  targetsOf,
  type Moved,
  type Place,
} from "./scrollAnchor.ts";
import { $builder } from "../model.ts";
import { $policy } from "../report/policyRoles.ts";
import { $report, type StoredReport } from "../report/report.ts";
import type { BuilderState } from "../rules.ts";
import { shareCharts, shareRows } from "./structuralSharing.ts";
import { commonSteps } from "../selection/selectionSteps.ts";

/** What is to be shown: each part is replaced, never changed, so that parts compare by identity. */
export interface Wanted {
  readonly report: StoredReport;
  /** The digest of what the org's policy has; null while it is not known. */
  readonly policy: string | null;
  readonly builder: BuilderState;
}

/** What the worker said last. */
export interface TableResult extends Wanted, TableWindow {
  readonly summary: ReportSummary;
  readonly view: BuilderView;
  /** Where the table went last, as its rows became others. */
  readonly moved: Moved | null;
  /** The same object until the text or the resources in the filter are others. */
  readonly charts: PercentCharts | null;
}

export const $wanted = combine(
  $report,
  $policy,
  $builder,
  (report, policy, builder): Wanted | null => (report ? { report, policy, builder } : null),
);

/** Brings the worker to what is wanted and reads what is to be shown; `known` is where it stands. */
const queryTableFx = createEffect<
  { readonly wanted: Wanted; readonly known: TableResult | null; readonly place: Place },
  TableResult
>(async ({ wanted, known, place }) => {
  const { report, policy, builder } = wanted;
  const before = known?.report === report ? known : null;
  const samePolicy = before !== null && before.policy === policy;
  if (samePolicy && sameQuery(before.builder, builder)) {
    const { generation } = before.view;
    const window = await askAnalytics("window", generation, builder.window);
    // Else another question to the worker came between and made the view stale.
    if (window !== null) return { ...before, ...wanted, ...shareRows(before, window) };
  }
  const summary = before?.summary ?? (await askAnalytics("summary"));
  if (summary === null) throw new Error("The worker holds no report");
  if (!samePolicy && !(await askAnalytics("setPolicy", policy))) {
    throw new Error("The worker does not hold what the policy has");
  }
  const moves = before !== null && !sameRows(before.builder, builder);
  const answer = await askAnswer(builder, before, {
    window: builder.window,
    follow: moves ? followIn(before, builder, place) : null,
    charts: before === null || !sameCharts(before.builder, builder),
  });
  return {
    ...wanted,
    ...shareRows(before, answer),
    summary,
    view: answer.view,
    moved: answer.followed ? movedTo(place, answer.followed) : (before?.moved ?? null),
    charts: shareCharts(before?.charts ?? null, answer.charts),
  };
});

/** How to find in the new table the row that is to stay where it is. */
function followIn(before: TableResult, builder: BuilderState, place: Place): TableFollow {
  const { firstVisible, pageSize } = place;
  const anchor = anchorOf(place, before.builder, builder);
  const row = anchor === null ? undefined : before.rows[anchor - before.firstRow];
  return {
    targets: row === undefined ? [] : targetsOf(row),
    above: anchor === null ? 0 : anchor - firstVisible,
    pageSize,
  };
}

/** Brings the worker to the state of the builder. */
export async function askView(
  builder: BuilderState,
  known: TableResult | null,
): Promise<BuilderView> {
  const reply = await askInOrder(builder, known, (query) => askAnalytics("query", query));
  return reply.view;
}

/** The same, with what is to be seen. */
function askAnswer(
  builder: BuilderState,
  known: TableResult | null,
  seen: Omit<BuilderQuestion, "query">,
): Promise<BuilderAnswer> {
  return askInOrder(builder, known, (query) => askAnalytics("answer", { query, ...seen }));
}

/** Sends the steps of the selection that the worker does not hold, and all of them where it holds fewer than thought. */
async function askInOrder<Reply extends { readonly ok: true }>(
  builder: BuilderState,
  known: TableResult | null,
  ask: (query: BuilderQuery) => Promise<Reply | QueryRefused>,
): Promise<Reply> {
  const { threshold, text, resources, collapsed, hints, sort, ops, opsEpoch } = builder;
  const held = known?.builder.opsEpoch === opsEpoch ? commonSteps(known.builder.ops, ops) : 0;
  const from = (opsFrom: number): BuilderQuery => ({
    threshold,
    text,
    resources,
    collapsed,
    hints,
    sort,
    opsFrom,
    ops: ops.slice(opsFrom),
  });
  const reply = await ask(from(held));
  if (reply.ok) return reply;
  const again = reply.code === "EOPSMISSING" ? await ask(from(0)) : reply;
  if (again.ok) return again;
  throw new Error("The worker holds no report");
}

export function sameQuery(one: BuilderState, other: BuilderState): boolean {
  return (
    sameCharts(one, other) &&
    one.threshold === other.threshold &&
    one.collapsed === other.collapsed &&
    one.hints === other.hints &&
    one.sort === other.sort &&
    one.ops === other.ops
  );
}

/** Whether the chart is the same: the threshold only marks a place of it. */
function sameCharts(one: BuilderState, other: BuilderState): boolean {
  return one.text === other.text && one.resources === other.resources;
}

/** The table shows another part of itself, or another row is active. */
export const placeTable = createEvent<Place>();
export const $place = createStore<Place>(TOP, { serialize: "ignore" })
  .on(placeTable, (_state, place) => place)
  // The next question may come before the table was drawn there.
  .on(queryTableFx.done, (place, { params, result: { moved } }) =>
    moved === null || moved === params.known?.moved ? place : { ...place, ...moved },
  );

/** Null until the first answer about the report of the open builder. */
export const $known = createStore<TableResult | null>(null, { serialize: "ignore" }).on(
  queryTableFx.doneData,
  (_state, tableResult) => tableResult,
);
export const $tableResult = combine($known, $report, (known, report) =>
  known !== null && known.report === report ? known : null,
);

/** True while the table does not yet show what was asked for. */
export const $stale = combine($known, $wanted, (known, wanted) =>
  wanted === null || known === null
    ? true
    : known.report !== wanted.report ||
      known.policy !== wanted.policy ||
      known.builder !== wanted.builder,
);

sample({
  clock: [$wanted.updates, queryTableFx.done],
  source: {
    wanted: $wanted,
    known: $known,
    place: $place,
    stale: $stale,
    pending: queryTableFx.pending,
  },
  filter: ({ wanted, stale, pending }) => wanted !== null && stale && !pending,
  fn: ({ wanted, known, place }) => {
    if (wanted === null) throw new Error("Nothing is wanted");
    return { wanted, known, place };
  },
  target: queryTableFx,
});

/** Asks for what is to be shown once more, as after a question that made it stale. */
export const refreshTableFx = attach({
  source: { wanted: $wanted, known: $known, place: $place },
  mapParams(_params: void, { wanted, known, place }) {
    if (wanted === null) throw new Error("Nothing is wanted");
    return { wanted, known, place };
  },
  effect: queryTableFx,
});

/** Why the table cannot be shown though the report is there. */
const $failed = createStore<{ readonly report: StoredReport; readonly error: Error } | null>(null, {
  serialize: "ignore",
})
  .on(queryTableFx.fail, (_state, { params, error }) => ({ report: params.wanted.report, error }))
  .reset(queryTableFx.done);
export const $tableFailure = combine($failed, $report, (failed, report) =>
  failed !== null && failed.report === report ? failed.error : null,
);
