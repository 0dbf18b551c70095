/** Decisions of the Access Policy Builder that need neither store nor worker. */
import type { ResourceSet } from "#events/actions/policyBuilder.ts";
import type { Milliseconds } from "#events/entities/common.ts";
import type { ReportScope } from "#events/entities/miningReport.ts";
import { SLIDER_MAX, SLIDER_MIN, SLIDER_START } from "#events/policy/builder.ts";
import type { SelectionOp } from "../../../workers/analytics/contract.ts";

const FIRST_DELAY: Milliseconds = 1000;
const LONGEST_DELAY: Milliseconds = 30_000;

/** How long to wait before a request for the report; `attempt` counts from 0. */
export function pollDelay(attempt: number): Milliseconds {
  return Math.min(FIRST_DELAY * 2 ** attempt, LONGEST_DELAY);
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

/** How many of `count` resources are in the set. */
export function sizeOf({ all, except }: ResourceSet, count: number): number {
  return all ? count - except.length : except.length;
}

export function includes({ all, except }: ResourceSet, resource: number): boolean {
  return all !== except.includes(resource);
}

/** Rows of the table that are asked for at once: whole steps around what is seen, so that scrolling asks rarely. */
const WINDOW_STEP = 64;

export function windowAround(start: number, end: number): { start: number; end: number } {
  return {
    start: Math.max(0, Math.floor(start / WINDOW_STEP) - 1) * WINDOW_STEP,
    end: (Math.ceil(end / WINDOW_STEP) + 1) * WINDOW_STEP,
  };
}

/** What the builder stands at: everything that a query of the worker is made of. */
export interface BuilderState {
  readonly threshold: number;
  readonly text: string;
  /** Apply was refused because of the text. */
  readonly flagged: boolean;
  readonly hints: boolean;
  readonly resources: ResourceSet;
  readonly collapsed: ResourceSet;
  readonly ops: readonly SelectionOp[];
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
  resources: ALL_RESOURCES,
  collapsed: NO_RESOURCES,
  ops: [],
  opsEpoch: 0,
  window: windowAround(0, 0),
  closedBanners: [],
};

/** Whether leaving would lose something: a threshold, resources or ticks that were never applied. */
export function hasUnapplied({ threshold, resources, ops }: BuilderState): boolean {
  return (
    threshold !== SLIDER_START || resources.except.length > 0 || !resources.all || ops.length > 0
  );
}
