/** The builder's state. */
import type { ResourceSet, Sort } from "#events/actions/policyBuilder.ts";
import { SLIDER_START } from "#events/rules/builder.ts";
import { windowAround } from "#events/rules/tableWindow.ts";
import type { SelectionOp } from "#workers/analytics/contract.ts";

/** The set with one resource added or removed. */
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

/** The builder's state: everything in a query of the worker. */
export interface BuilderState {
  readonly threshold: number;
  readonly text: string;
  /** Apply was refused because of the text. */
  readonly flagged: boolean;
  readonly hints: boolean;
  /** Whether the curve is also shown as a table. */
  readonly curveTable: boolean;
  readonly resources: ResourceSet;
  readonly collapsed: ResourceSet;
  /** Null: as received. */
  readonly sort: Sort | null;
  readonly ops: readonly SelectionOp[];
  /** Undone steps that can be redone, latest last. */
  readonly undone: readonly SelectionOp[];
  /** Incremented whenever `ops` restarts. */
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
