/**
 * Keeps what the builder shows in step with what it stands at: one question to the worker at a time, always the
 * newest. What comes back is derived and lives outside of the projections.
 */
import { attach, combine, createEffect, createEvent, createStore, sample } from "effector";
import type {
  BuilderView,
  QueryReply,
  ReportSummary,
  ResourceRow,
  TableRow,
} from "#workers/analytics/contract.ts";
import { analyticsFx } from "../../kernel/analytics.ts";
import { $org } from "../orgs/index.ts";
import { TOP, anchorOf, moveTo, sameRows, targetsOf, type Moved, type Place } from "./following.ts";
import { $builder, $scope } from "./model.ts";
import { withPendingTicks } from "./pendingTicks.ts";
import { $report, type StoredReport } from "./report.ts";
import { windowAround, type BuilderState } from "./rules.ts";
import { commonSteps } from "./steps.ts";

/** What is to be shown: each part is replaced, never changed, so that parts compare by identity. */
interface Wanted {
  readonly report: StoredReport;
  /** The role oids of the org's current policy. */
  readonly policy: readonly string[];
  readonly builder: BuilderState;
}

/** What the worker said last. */
export interface Evaluation extends Wanted {
  readonly summary: ReportSummary;
  readonly view: BuilderView;
  readonly rows: readonly TableRow[];
  /** The table position of the first of `rows`. */
  readonly firstRow: number;
  /** The resource that `rows` begins within, whose own row may lie above; null where there are no rows. */
  readonly leadingResource: ResourceRow | null;
  /** Where the table went last, as its rows became others. */
  readonly moved: Moved | null;
}

const NO_POLICY: readonly string[] = [];

const $policy = combine($org, $scope, (org, scope) =>
  org && org.oid === scope?.orgOid ? org.inducements.map(({ roleOid }) => roleOid) : NO_POLICY,
);

export const $wanted = combine(
  $report,
  $policy,
  $builder,
  (report, policy, builder): Wanted | null => (report ? { report, policy, builder } : null),
);

const queryFx = attach({ effect: analyticsFx });

/** Brings the worker to what is wanted and reads the window of the table; `known` is where it stands. */
const evaluateFx = createEffect<
  { readonly wanted: Wanted; readonly known: Evaluation | null; readonly place: Place },
  Evaluation
>(async ({ wanted, known, place }) => {
  const sameReport = known?.report === wanted.report;
  const samePolicy = sameReport && known.policy === wanted.policy;
  const summary = sameReport
    ? known.summary
    : ((await queryFx({ method: "summary" })) as ReportSummary | null);
  if (summary === null) throw new Error("The worker holds no report");
  if (!samePolicy) await queryFx({ method: "setPolicy", roleOids: wanted.policy });
  const { builder } = wanted;
  const before = sameReport ? known : null;
  const held = samePolicy && sameQuery(known.builder, builder) ? known.view : null;
  const view = held ?? (await askView(builder, before));
  const window =
    (await askWindow(view, builder, before, place)) ??
    // Another question to the worker came between and made the view stale.
    (await askWindow(await askView(builder, before), builder, before, place));
  if (window === null) throw new Error("The table changed while it was read");
  return { ...wanted, summary, ...window };
});

type TableWindow = Pick<Evaluation, "view" | "rows" | "firstRow" | "leadingResource" | "moved">;

/** The rows of the window under a view, wherever the table goes with it; null where the view is stale. */
async function askWindow(
  view: BuilderView,
  builder: BuilderState,
  before: Evaluation | null,
  place: Place,
): Promise<TableWindow | null> {
  const { generation } = view;
  const moves = before !== null && !sameRows(before.builder, builder);
  const moved = moves ? await follow(generation, before, builder, place) : null;
  const { start, end } = windowOf(builder, moved, place);
  const rows = (await queryFx({ method: "rows", generation, start, end })) as
    | readonly TableRow[]
    | null;
  if (rows === null) return null;
  const first = rows[0];
  const leadingResource = first
    ? ((await queryFx({
        method: "resourceRow",
        generation,
        resource: first.resource,
      })) as ResourceRow | null)
    : null;
  return { view, rows, firstRow: start, leadingResource, moved: moved ?? before?.moved ?? null };
}

/** The window that was asked for, unless the table goes elsewhere. */
function windowOf({ window }: BuilderState, moved: Moved | null, { pageSize }: Place) {
  if (moved === null) return window;
  const start = moved.firstVisible;
  const end = start + pageSize + 1;
  return start >= window.start && end <= window.end ? window : windowAround(start, end);
}

/** Finds in the new table the row that is to stay where it is. */
async function follow(
  generation: number,
  before: Evaluation,
  builder: BuilderState,
  place: Place,
): Promise<Moved> {
  const anchor = anchorOf(place, before.builder, builder);
  const row = anchor === null ? undefined : before.rows[anchor - before.firstRow];
  if (anchor === null || row === undefined) return moveTo(place, 0, null);
  for (const target of targetsOf(row)) {
    const found = (await queryFx({ method: "positionOf", generation, target })) as number | null;
    if (found !== null) return moveTo(place, anchor, found);
  }
  return moveTo(place, anchor, null);
}

/** Brings the worker to the state of the builder. */
export async function askView(
  builder: BuilderState,
  known: Evaluation | null,
): Promise<BuilderView> {
  const { threshold, text, resources, collapsed, hints, sort, ops, opsEpoch } = builder;
  const held = known?.builder.opsEpoch === opsEpoch ? commonSteps(known.builder.ops, ops) : 0;
  const ask = async (opsFrom: number) =>
    (await queryFx({
      method: "query",
      query: {
        threshold,
        text,
        resources,
        collapsed,
        hints,
        sort,
        opsFrom,
        ops: ops.slice(opsFrom),
      },
    })) as QueryReply;
  const reply = await ask(held);
  if (reply.ok) return reply.view;
  const again = reply.code === "EOPSMISSING" ? await ask(0) : reply;
  if (again.ok) return again.view;
  throw new Error("The worker holds no report");
}

function sameQuery(one: BuilderState, other: BuilderState): boolean {
  return (
    one.threshold === other.threshold &&
    one.text === other.text &&
    one.resources === other.resources &&
    one.collapsed === other.collapsed &&
    one.hints === other.hints &&
    one.sort === other.sort &&
    one.ops === other.ops
  );
}

/** The table shows another part of itself, or another row is active. */
export const placeTable = createEvent<Place>();
export const $place = createStore<Place>(TOP, { serialize: "ignore" })
  .on(placeTable, (_state, place) => place)
  // The next question may come before the table was drawn there.
  .on(evaluateFx.done, (place, { params, result: { moved } }) =>
    moved === null || moved === params.known?.moved ? place : { ...place, ...moved },
  );

/** Null until the first answer about the report of the open builder. */
const $known = createStore<Evaluation | null>(null, { serialize: "ignore" }).on(
  evaluateFx.doneData,
  (_state, evaluation) => evaluation,
);
export const $evaluation = combine($known, $report, (known, report) =>
  known !== null && known.report === report ? known : null,
);

/** As `$evaluation`, with the ticks that the worker has not yet heard of. */
export const $table = combine($evaluation, $builder, (evaluation, builder) =>
  evaluation ? withPendingTicks(evaluation, builder) : null,
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
  clock: [$wanted.updates, evaluateFx.done],
  source: {
    wanted: $wanted,
    known: $known,
    place: $place,
    stale: $stale,
    pending: evaluateFx.pending,
  },
  filter: ({ wanted, stale, pending }) => wanted !== null && stale && !pending,
  fn: ({ wanted, known, place }) => {
    if (wanted === null) throw new Error("Nothing is wanted");
    return { wanted, known, place };
  },
  target: evaluateFx,
});

/** Why the table cannot be shown though the report is there. */
const $failed = createStore<{ readonly report: StoredReport; readonly message: string } | null>(
  null,
  { serialize: "ignore" },
)
  .on(evaluateFx.fail, (_state, { params, error }) => ({
    report: params.wanted.report,
    message: error.message,
  }))
  .reset(evaluateFx.done);
export const $evaluationFailure = combine($failed, $report, (failed, report) =>
  failed !== null && failed.report === report ? failed.message : null,
);

/** Questions of the table that may come between before apply gives up. */
const APPLY_TRIES = 5;

/** The oids of the roles that apply would send now; `cause` is the event that asked for them. */
export const listToApplyFx = attach({
  source: { wanted: $wanted, known: $known },
  mapParams: (params: { readonly cause: string }, source) => ({ ...params, ...source }),
  effect: createEffect<
    {
      readonly cause: string;
      readonly wanted: Wanted | null;
      readonly known: Evaluation | null;
    },
    readonly string[]
  >(async ({ wanted, known }) => {
    if (wanted === null) return [];
    let before = known?.report === wanted.report ? known : null;
    for (let tries = 0; tries < APPLY_TRIES; tries += 1) {
      const view = await askView(wanted.builder, before);
      const list = (await queryFx({ method: "applyList", generation: view.generation })) as {
        readonly roleOids: readonly string[];
      } | null;
      if (list !== null) return list.roleOids;
      // A question of the table came between. Which steps the worker holds now is not known here.
      before = null;
    }
    throw new Error("The selection changed while it was read");
  }),
});
