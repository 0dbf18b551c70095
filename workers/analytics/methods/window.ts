import { sessionAt, type CoreState } from "../coreState.ts";
import type { ReportSession } from "../reportSession.ts";
import {
  resourceRow,
  windowOf,
  type ResourceRow,
  type TablePosition,
  type TableRow,
} from "../rows/rowWindow.ts";

/** Rows of the table, from `start` (included) to `end` (excluded). */
export interface TableRange {
  readonly start: TablePosition;
  readonly end: TablePosition;
}

/** A part of the table. */
export interface TableWindow {
  /** Fewer than requested at the end of the table. */
  readonly rows: readonly TableRow[];
  /** The table position of the first of `rows`. */
  readonly firstRow: TablePosition;
  /** The resource in which `rows` start, whose own row may be above; null without rows. */
  readonly leadingResource: ResourceRow | null;
}

/** Another part of a query's table; null if the generation is stale. */
export function window(core: CoreState, generation: number, range: TableRange): TableWindow | null {
  const session = sessionAt(core, generation);
  return session && readWindow(session, range);
}

export function readWindow(
  { columns, table, layout, shownRank }: ReportSession,
  { start, end }: TableRange,
): TableWindow {
  const rows = windowOf(columns, table, layout, shownRank, start, end);
  const first = rows[0];
  const leadingResource = first ? resourceRow(columns, table, first.resource) : null;
  return { rows, firstRow: start, leadingResource };
}
