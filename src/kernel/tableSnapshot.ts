/**
 * What the analytics core shows of its table, once nothing more is awaited from it: the screen that asks the core tells
 * it here, and the log keeps a digest of it.
 */
import { createEvent, createStore } from "effector";
import type { TableRange } from "#workers/analytics/contract.ts";
import type { Ask } from "./analytics.ts";

export interface TableSnapshot {
  /** Rows of the table that are shown. */
  readonly range: TableRange;
  /** All that is shown, as JSON; the same for the same report, policy and state of the screen. */
  readonly read: () => unknown;
  /** What a reader is told where it came out otherwise. */
  readonly counts: Readonly<Record<string, number>>;
}

export const showResult = createEvent<TableSnapshot | null>();

/** Null where no table is shown, or an answer is awaited. */
export const $tableSnapshot = createStore<TableSnapshot | null>(null, {
  serialize: "ignore",
}).on(showResult, (_state, result) => result);

/** How any core that holds the report is asked for what the screen wants to show; rows are its own where none are named. */
export interface VisibleQuestion {
  readonly askOf: (ask: Ask, range: TableRange | null) => Promise<TableSnapshot>;
}

export const wantResult = createEvent<VisibleQuestion | null>();

/** Null where no table is open. A replay asks it of a core of its own. */
export const $visibleQuestion = createStore<VisibleQuestion | null>(null, {
  serialize: "ignore",
}).on(wantResult, (_state, question) => question);
