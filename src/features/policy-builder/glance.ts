/**
 * The report at a glance: what each threshold keeps, and how the percentages lie. Asked for after the table, and only
 * when what decides it changed: the threshold does not.
 */
import { attach, combine, createEffect, createStore, sample } from "effector";
import type { ResourceSet } from "#events/actions/policyBuilder.ts";
import type { PercentCurve } from "#workers/analytics/contract.ts";
import { analyticsFx } from "../../kernel/analytics.ts";
import { $evaluation, askView, type Evaluation } from "./evaluation.ts";
import { $report, type StoredReport } from "./report.ts";

export interface Glance {
  readonly report: StoredReport;
  readonly text: string;
  readonly resources: ResourceSet;
  readonly curve: PercentCurve;
  /** How many of the entitlements that match the text have each percentage, rounded down. */
  readonly histogram: Uint32Array;
}

const askFx = attach({ effect: analyticsFx });

const readGlanceFx = createEffect<Evaluation, Glance>(async (evaluation) => {
  const { report, builder } = evaluation;
  const read =
    (await ask(evaluation.view.generation)) ??
    // Another question to the worker came between and made the view stale.
    (await ask((await askView(builder, evaluation)).generation));
  if (read === null) throw new Error("The table changed while it was read");
  return { report, text: builder.text, resources: builder.resources, ...read };
});

async function ask(generation: number): Promise<Pick<Glance, "curve" | "histogram"> | null> {
  const [curve, histogram] = await Promise.all([
    askFx({ method: "curve", generation }) as Promise<PercentCurve | null>,
    askFx({ method: "histogram", generation }) as Promise<Uint32Array | null>,
  ]);
  return curve && histogram && { curve, histogram };
}

const $read = createStore<Glance | null>(null, { serialize: "ignore" }).on(
  readGlanceFx.doneData,
  (_state, glance) => glance,
);
/** Null until it was read for the report of the open builder. */
export const $glance = combine($read, $report, (read, report) =>
  read !== null && read.report === report ? read : null,
);

sample({
  clock: [$evaluation.updates, readGlanceFx.done],
  source: { evaluation: $evaluation, read: $read, pending: readGlanceFx.pending },
  filter: ({ evaluation, read, pending }) =>
    evaluation !== null && !pending && !isOf(read, evaluation),
  fn: ({ evaluation }) => {
    if (evaluation === null) throw new Error("There is no report");
    return evaluation;
  },
  target: readGlanceFx,
});

function isOf(glance: Glance | null, { report, builder }: Evaluation): boolean {
  return (
    glance !== null &&
    glance.report === report &&
    glance.text === builder.text &&
    glance.resources === builder.resources
  );
}
