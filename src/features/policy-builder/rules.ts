/** Decisions of the Access Policy Builder that need neither store nor worker. */
import type { ResourceSet, Sort } from "#events/actions/policyBuilder.ts";
import type { Milliseconds } from "#events/entities/common.ts";
import type { ReportScope } from "#events/entities/miningReport.ts";
import { SLIDER_MAX, SLIDER_MIN, SLIDER_START } from "#events/rules/builder.ts";
import { windowAround } from "#events/rules/tableWindow.ts";
import type {
  BuilderView,
  CheckState,
  PercentCurve,
  ResourceRow,
  SelectionOp,
  TableRow,
} from "#workers/analytics/contract.ts";
import type { BuilderMessages } from "./messages.ts";

const FIRST_DELAY: Milliseconds = 1000;
const MAX_DELAY: Milliseconds = 30_000;

/** How long to wait before a request for the report; `attempt` counts from 0. */
export function pollDelay(attempt: number): Milliseconds {
  return Math.min(FIRST_DELAY * 2 ** attempt, MAX_DELAY);
}

export function sameScope(one: ReportScope | null, other: ReportScope | null): boolean {
  return (
    one !== null &&
    other !== null &&
    one.orgOid === other.orgOid &&
    one.resourceId === other.resourceId
  );
}

/** A threshold that the slider can stand at: a whole percentage within its bounds. */
export function sliderPercent(percent: number): number {
  return Math.round(Math.min(Math.max(percent, SLIDER_MIN), SLIDER_MAX));
}

/** The set with one resource put in or taken out. */
export function withResource(set: ResourceSet, resource: number, included: boolean): ResourceSet {
  const listed = included !== set.all;
  const except = set.except.filter((one) => one !== resource);
  return { all: set.all, except: listed ? [...except, resource] : except };
}

export const ALL_RESOURCES: ResourceSet = { all: true, except: [] };
export const NO_RESOURCES: ResourceSet = { all: false, except: [] };

export function isAll({ all, except }: ResourceSet): boolean {
  return all && except.length === 0;
}

/** The set that holds just the given resources of `count`, in its shorter form. */
export function resourceSetOf(chosen: ReadonlySet<number>, count: number): ResourceSet {
  const all = chosen.size * 2 > count;
  const except: number[] = [];
  for (let resource = 0; resource < count; resource++) {
    if (chosen.has(resource) !== all) except.push(resource);
  }
  return { all, except };
}

/** The option ids of the resources in the set. */
export function chosenResources(set: ResourceSet, count: number): ReadonlySet<string> {
  const except = new Set(set.except);
  const chosen = new Set<string>();
  for (let resource = 0; resource < count; resource++) {
    if (except.has(resource) !== set.all) chosen.add(String(resource));
  }
  return chosen;
}

/** What the builder stands at: everything that a query of the worker is made of. */
export interface BuilderState {
  readonly threshold: number;
  readonly text: string;
  /** Apply was refused because of the text. */
  readonly flagged: boolean;
  readonly hints: boolean;
  /** Whether the curve stands there as a table, too. */
  readonly curveTable: boolean;
  readonly resources: ResourceSet;
  readonly collapsed: ResourceSet;
  /** Null: as received. */
  readonly sort: Sort | null;
  readonly ops: readonly SelectionOp[];
  /** Steps that were taken back and can be made again, the last one last. */
  readonly undone: readonly SelectionOp[];
  /** Rises whenever `ops` begins anew. */
  readonly opsEpoch: number;
  readonly window: { readonly start: number; readonly end: number };
  readonly closedBanners: readonly string[];
}

export const NEW_BUILDER: BuilderState = {
  threshold: SLIDER_START,
  text: "",
  flagged: false,
  hints: false,
  curveTable: false,
  resources: ALL_RESOURCES,
  collapsed: NO_RESOURCES,
  sort: null,
  ops: [],
  undone: [],
  opsEpoch: 0,
  window: windowAround(0, 0),
  closedBanners: [],
};

/** What apply will do. It adds and never removes: what is in the policy stays in it, ticked or not. */
export function summarizeApply(
  { ticked, newRoles, alreadyInPolicy }: BuilderView,
  t: BuilderMessages,
): string {
  if (ticked.entitlements === 0) return t.nothingTicked;
  const what = t.ticked(ticked.entitlements, ticked.resources);
  if (newRoles === 0) return t.allInPolicy(what);
  if (alreadyInPolicy === 0) return t.allNew(what, newRoles);
  return t.someNew(what, newRoles, alreadyInPolicy);
}

/** "1,204 of 9,310 kept · 1,198 ticked · 31 new". */
export function summarizeKept(
  { kept, entitlements, ticked, newRoles }: BuilderView,
  t: BuilderMessages,
): string {
  return t.kept(kept.entitlements, entitlements, ticked.entitlements, newRoles);
}

/** "78 %: 1,204 entitlements from 11 resources": what assistive technology reads at a place of the slider. */
export function describeThreshold(
  percent: number,
  curve: PercentCurve | null,
  t: BuilderMessages,
): string {
  if (curve === null) return `${percent} %`;
  const { entitlements, resources } = curve;
  return t.thresholdKeeps(percent, entitlements[percent] ?? 0, resources[percent] ?? 0);
}

/** What a bar of the histogram counts: the last one stands for 100 % alone. @param text of the filter, which bars heed. */
export function describeBar(percent: number, text: string, t: BuilderMessages): string {
  const { heldBy, heldByRange } = text === "" ? t : t.matches;
  return percent === SLIDER_MAX ? heldBy(percent) : heldByRange(percent, percent + 1);
}

/** The direction that a column is sorted in first: the one that shows something else than the order as received. */
const FIRST_DIRECTION = {
  name: "ASCENDING",
  percent: "ASCENDING",
  inPolicy: "DESCENDING",
} as const;

/** The sort after a press on a column: one direction, the other, and then as received. */
export function sortAfter(sort: Sort | null, column: Sort["column"]): Sort | null {
  const first = FIRST_DIRECTION[column];
  if (sort?.column !== column) return { column, direction: first };
  if (sort.direction !== first) return null;
  return { column, direction: first === "ASCENDING" ? "DESCENDING" : "ASCENDING" };
}

export function describeSort(sort: Sort | null, t: BuilderMessages): string {
  return sort === null ? t.asReceived : t.sorted[sort.column][sort.direction];
}

export interface CurveStep {
  /** Percent. */
  readonly threshold: number;
  readonly entitlements: number;
  readonly resources: number;
  /** Held by as many as the threshold says, and fewer than the one above. */
  readonly between: number;
}

const CURVE_STEP = 5;

/** The curve as rows of a table, falling. */
export function curveSteps(curve: PercentCurve, histogram: Uint32Array): readonly CurveStep[] {
  const steps: CurveStep[] = [];
  for (let threshold = SLIDER_MAX; threshold >= SLIDER_MIN; threshold -= CURVE_STEP) {
    steps.push({
      threshold,
      entitlements: curve.entitlements[threshold] ?? 0,
      resources: curve.resources[threshold] ?? 0,
      between: histogram
        .subarray(threshold, threshold + CURVE_STEP)
        .reduce((sum, held) => sum + held, 0),
    });
  }
  return steps;
}

export function checkedOf(state: CheckState): boolean | "partial" {
  return state === "partial" ? "partial" : state === "checked";
}

/** The row of the resource that a table position belongs to; null where the window does not reach. */
export function resourceAbove(
  window: {
    readonly rows: readonly TableRow[];
    readonly firstRow: number;
    readonly leadingResource: ResourceRow | null;
  },
  position: number,
): ResourceRow | null {
  const from = position - window.firstRow;
  if (from < 0 || from >= window.rows.length) return null;
  for (let at = from; at >= 0; at--) {
    const row = window.rows[at];
    if (row?.kind === "resource") return row;
  }
  return window.leadingResource;
}

/** What to do about a table without rows. */
export function describeEmptyTable(
  { text, threshold, resources }: BuilderState,
  t: BuilderMessages,
): string {
  if (text !== "") return t.noneOfText;
  if (!isAll(resources)) return t.moreResources;
  return t.noneHeldBy(threshold);
}

/** Whether the text or the choice of resources narrows the table. */
export function hasFilters({ text, resources }: BuilderState): boolean {
  return text !== "" || !isAll(resources);
}

/** Whether leaving would lose something: a threshold, resources or ticks that were never applied. */
export function hasUnapplied(
  { threshold, resources, ops }: BuilderState,
  allTicked: boolean,
): boolean {
  return threshold !== SLIDER_START || !isAll(resources) || (ops.length > 0 && !allTicked);
}
