/** What the builder sees of the table: a window of its rows, wherever these go as the table becomes another. */
import { windowAround } from "#events/rules/tableWindow.ts";
import type {
  BuilderAnswer,
  BuilderQuestion,
  TableFollow,
  TableRange,
  TableWindow,
} from "./contract.ts";
import type { Session } from "./session.ts";

/** Of the state that the session is in. */
export function seeTable(
  session: Session,
  { window, follow, glance }: Omit<BuilderQuestion, "query">,
): Omit<BuilderAnswer, "ok" | "view"> {
  const followed = follow && find(session, follow);
  const range = follow && followed ? rangeAround(followed.firstVisible, follow, window) : window;
  return {
    followed,
    ...readWindow(session, range),
    glance: glance ? { curve: session.curve(), histogram: session.histogram() } : null,
  };
}

export function readWindow(session: Session, { start, end }: TableRange): TableWindow {
  const rows = session.rows(start, end);
  const first = rows[0];
  const leadingResource = first ? session.resourceRow(first.resource) : null;
  return { rows, firstRow: start, leadingResource };
}

function find(session: Session, { targets, above }: TableFollow) {
  for (const target of targets) {
    const found = session.positionOf(target);
    if (found !== null) return { found, firstVisible: Math.max(0, found - above) };
  }
  return { found: null, firstVisible: 0 };
}

/** The window that was asked for, unless what is in view then reaches beyond it. */
function rangeAround(start: number, { pageSize }: TableFollow, window: TableRange): TableRange {
  const end = start + pageSize + 1;
  return start >= window.start && end <= window.end ? window : windowAround(start, end);
}
