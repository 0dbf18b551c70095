/**
 * Synchronizes the table with the builder's state: one query to the worker at a time, always the newest. The result is
 * derived and lives outside of the projections.
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
import { $inherited } from "../report/inherited.ts";
import { $policy } from "../report/policyRoles.ts";
import { $report, type StoredReport } from "../report/report.ts";
import type { BuilderState } from "../rules.ts";
import { shareCharts, shareRows } from "./structuralSharing.ts";
import { commonSteps } from "../selection/selectionSteps.ts";

/** The wanted state: each part is replaced and never mutated, so that parts compare by identity. */
export interface Wanted {
  readonly report: StoredReport;
  /** The digest of the org's policy; null while it is unknown. */
  readonly policy: string | null;
  /** The digest of the roles that the org inherits; null while it is unknown. */
  readonly inherited: string | null;
  readonly builder: BuilderState;
}

/** The worker's last answer. */
export interface TableResult extends Wanted, TableWindow {
  readonly summary: ReportSummary;
  readonly view: BuilderView;
  /** The last scroll target after the rows changed. */
  readonly moved: Moved | null;
  /** The same object until the text or the filtered resources change. */
  readonly charts: PercentCharts | null;
}

export const $wanted = combine(
  $report,
  $policy,
  $inherited,
  $builder,
  (report, policy, inherited, builder): Wanted | null =>
    report ? { report, policy, inherited, builder } : null,
);

/** Brings the worker to the wanted state and reads the result; `known` is the worker's state. */
const queryTableFx = createEffect<
  { readonly wanted: Wanted; readonly known: TableResult | null; readonly place: Place },
  TableResult
>(async ({ wanted, known, place }) => {
  const { report, policy, inherited, builder } = wanted;
  const before = known?.report === report ? known : null;
  const isSamePolicy = before !== null && samePolicy(before, wanted);
  if (isSamePolicy && sameQuery(before.builder, builder)) {
    const { generation } = before.view;
    const window = await askAnalytics("window", generation, builder.window);
    // Otherwise another query intervened and made the view stale.
    if (window !== null) return { ...before, ...wanted, ...shareRows(before, window) };
  }
  const summary = before?.summary ?? (await askAnalytics("summary"));
  if (summary === null) throw new Error("The worker holds no report");
  if (!isSamePolicy && !(await askAnalytics("setPolicy", policy, inherited))) {
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

/** How to find the anchored row in the new table. */
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

/** Brings the worker to the builder's state. */
export async function askView(
  builder: BuilderState,
  known: TableResult | null,
): Promise<BuilderView> {
  const reply = await askInOrder(builder, known, (query) => askAnalytics("query", query));
  return reply.view;
}

/** The same, with the visible result. */
function askAnswer(
  builder: BuilderState,
  known: TableResult | null,
  seen: Omit<BuilderQuestion, "query">,
): Promise<BuilderAnswer> {
  return askInOrder(builder, known, (query) => askAnalytics("answer", { query, ...seen }));
}

/** Sends the selection steps that the worker lacks, and all of them if it holds fewer than expected. */
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

/** Whether the own policy and the inherited roles are the same. */
export function samePolicy(one: Wanted, other: Wanted): boolean {
  return one.policy === other.policy && one.inherited === other.inherited;
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

/** Whether the chart is unchanged: the threshold only marks a position on it. */
function sameCharts(one: BuilderState, other: BuilderState): boolean {
  return one.text === other.text && one.resources === other.resources;
}

/** The table scrolled, or another row became active. */
export const placeTable = createEvent<Place>();
export const $place = createStore<Place>(TOP, { serialize: "ignore" })
  .on(placeTable, (_state, place) => place)
  // The next query may be sent before the table was rendered there.
  .on(queryTableFx.done, (place, { params, result: { moved } }) =>
    moved === null || moved === params.known?.moved ? place : { ...place, ...moved },
  );

/** Null until the first answer about the open builder's report. */
export const $known = createStore<TableResult | null>(null, { serialize: "ignore" }).on(
  queryTableFx.doneData,
  (_state, tableResult) => tableResult,
);
export const $tableResult = combine($known, $report, (known, report) =>
  known !== null && known.report === report ? known : null,
);

/** True while the table does not yet show the wanted state. */
export const $stale = combine($known, $wanted, (known, wanted) =>
  wanted === null || known === null
    ? true
    : known.report !== wanted.report ||
      !samePolicy(known, wanted) ||
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

/** Queries the wanted state again, for example after a query that made it stale. */
export const refreshTableFx = attach({
  source: { wanted: $wanted, known: $known, place: $place },
  mapParams(_params: void, { wanted, known, place }) {
    if (wanted === null) throw new Error("Nothing is wanted");
    return { wanted, known, place };
  },
  effect: queryTableFx,
});

/** Why the table cannot be shown although the report is loaded. */
const $failed = createStore<{ readonly report: StoredReport; readonly error: Error } | null>(null, {
  serialize: "ignore",
})
  .on(queryTableFx.fail, (_state, { params, error }) => ({ report: params.wanted.report, error }))
  .reset(queryTableFx.done);
export const $tableFailure = combine($failed, $report, (failed, report) =>
  failed !== null && failed.report === report ? failed.error : null,
);
