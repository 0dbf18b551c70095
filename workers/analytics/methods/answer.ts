import { windowAround } from "#events/rules/tableWindow.ts";
import type { BuilderQuery } from "../builderQuery.ts";
import type { CoreState } from "../coreState.ts";
import type { BuilderView, ReportSession } from "../reportSession.ts";
import { curveOf, histogramOf, type PercentCurve } from "../rows/percentages.ts";
import { positionOf, type TablePosition, type TableTarget } from "../rows/rowWindow.ts";
import { query, type QueryRefused } from "./query.ts";
import { readWindow, type TableRange, type TableWindow } from "./window.ts";

/** Rows that stay in view as the table becomes another. */
export interface TableFollow {
  /** What to look for, the best first; where none of them is shown, or all are collapsed, the table begins at the top. */
  readonly targets: readonly TableTarget[];
  /** Rows in view above the one that is looked for. */
  readonly above: number;
  /** Whole rows that fit. */
  readonly pageSize: number;
}

/** Everything that the builder shows, asked for in one question. */
export interface BuilderQuestion {
  readonly query: BuilderQuery;
  readonly window: TableRange;
  /** Null when the table stays where it is. */
  readonly follow: TableFollow | null;
  /** Whether the charts are others, too. */
  readonly charts: boolean;
}

/** What the builder's chart shows: two curves and a histogram. */
export interface PercentCharts {
  readonly curve: PercentCurve;
  /**
   * How many entitlements of the resources in the filter whose names match the text have each percentage, rounded down:
   * 101 counts, whatever the threshold.
   */
  readonly histogram: Uint32Array;
}

export interface BuilderAnswer extends TableWindow {
  readonly ok: true;
  readonly view: BuilderView;
  /** Where the table goes, null where nothing was to be followed: `found` is the place of the first target that stands. */
  readonly followed: {
    readonly found: TablePosition | null;
    readonly firstVisible: TablePosition;
  } | null;
  readonly charts: PercentCharts | null;
}

/** `query` with what is to be seen of its table. Where the followed rows lie outside of the window, so do the answer's. */
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

/** The window that was asked for, unless what is in view then reaches beyond it. */
function rangeAround(start: number, { pageSize }: TableFollow, window: TableRange): TableRange {
  const end = start + pageSize + 1;
  return start >= window.start && end <= window.end ? window : windowAround(start, end);
}
