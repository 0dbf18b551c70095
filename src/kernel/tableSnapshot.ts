/**
 * The analytics core's table once no answer is pending: the querying screen publishes it here, and the log stores a
 * digest of it.
 */
import { createEvent, createStore } from "effector";
import type { TableRange } from "#workers/analytics/contract.ts";
import type { Ask } from "./analytics.ts";

export interface TableSnapshot {
  /** The shown rows. */
  readonly range: TableRange;
  /** The whole table as JSON; equal for equal report, policy and screen state. */
  readonly read: () => unknown;
  /** Counts for the reader if the replay differs. */
  readonly counts: Readonly<Record<string, number>>;
}

export const showResult = createEvent<TableSnapshot | null>();

/** Null if no table is shown or an answer is pending. */
export const $tableSnapshot = createStore<TableSnapshot | null>(null, {
  serialize: "ignore",
}).on(showResult, (_state, result) => result);

/** How to query any core with the report for the screen's table; by default with the screen's rows. */
export interface VisibleQuestion {
  readonly askOf: (ask: Ask, range: TableRange | null) => Promise<TableSnapshot>;
}

export const wantResult = createEvent<VisibleQuestion | null>();

/** Null if no table is open. A replay sends it to its own core. */
export const $visibleQuestion = createStore<VisibleQuestion | null>(null, {
  serialize: "ignore",
}).on(wantResult, (_state, question) => question);
