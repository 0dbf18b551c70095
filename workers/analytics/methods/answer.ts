import { windowAround } from "#events/rules/tableWindow.ts";
import type { BuilderQuery } from "../builderQuery.ts";
import type { CoreState } from "../coreState.ts";
import type { BuilderView, ReportSession } from "../reportSession.ts";
import { curveOf, histogramOf, type PercentCurve } from "../rows/percentages.ts";
import { positionOf, type TablePosition, type TableTarget } from "../rows/rowWindow.ts";
import { query, type QueryRefused } from "./query.ts";
import { readWindow, type TableRange, type TableWindow } from "./window.ts";

/** Rows to keep in view when the table changes. */
export interface TableFollow {
  /** The rows to find, best first. If none is shown or all are collapsed, the table scrolls to the top. */
  readonly targets: readonly TableTarget[];
  /** Visible rows above the followed one. */
  readonly above: number;
  /** Number of fully visible rows. */
  readonly pageSize: number;
}

/** Everything that the builder shows, in one query. */
export interface BuilderQuestion {
  readonly query: BuilderQuery;
  readonly window: TableRange;
  /** Null if the table keeps its position. */
  readonly follow: TableFollow | null;
  /** Whether the charts changed, too. */
  readonly charts: boolean;
}

/** The builder's chart: two curves and a histogram. */
export interface PercentCharts {
  readonly curve: PercentCurve;
  /**
   * How many entitlements of the filtered resources with a matching name have each percentage, rounded down: 101
   * counts, independent of the threshold.
   */
  readonly histogram: Uint32Array;
}

export interface BuilderAnswer extends TableWindow {
  readonly ok: true;
  readonly view: BuilderView;
  /** The table's new position, null if nothing was followed: `found` is the index of the first shown target. */
  readonly followed: {
    readonly found: TablePosition | null;
    readonly firstVisible: TablePosition;
  } | null;
  readonly charts: PercentCharts | null;
}

/**
 * `query` with the visible rows. If the followed rows are outside of the window, the answer's window moves with them.
 */
export function answer(core: CoreState, question: BuilderQuestion): BuilderAnswer | QueryRefused {
  const { session } = core;
  if (session === null) return { ok: false, code: "ENOREPORT" };
  const reply = query(core, question.query);
  if (!reply.ok) return reply;
  const { window, follow } = question;
  const followed = follow && find(session, follow);
  const range = follow && followed ? rangeAround(followed.firstVisible, follow, window) : window;
  return {
    ...reply,
    followed,
    ...readWindow(session, range),
    charts: question.charts ? chartsOf(session) : null,
  };
}

function chartsOf({ percentRuns, matches, included }: ReportSession): PercentCharts {
  return {
    curve: curveOf(percentRuns, included),
    histogram: histogramOf(percentRuns, matches, included),
  };
}

function find(session: ReportSession, { targets, above }: TableFollow) {
  const { columns, table, layout, shownRank } = session;
  for (const target of targets) {
    const found = positionOf(columns, table, layout, shownRank, target);
    if (found !== null) return { found, firstVisible: Math.max(0, found - above) };
  }
  return { found: null, firstVisible: 0 };
}

/** The requested window, unless the visible rows exceed it. */
function rangeAround(start: number, { pageSize }: TableFollow, window: TableRange): TableRange {
  const end = start + pageSize + 1;
  return start >= window.start && end <= window.end ? window : windowAround(start, end);
}
