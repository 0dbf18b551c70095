import { sessionAt, type CoreState } from "../coreState.ts";
import type { TablePosition } from "../rows/rowWindow.ts";

/** The position is null when no row begins so, or the text is empty. */
export interface FoundRow {
  readonly position: TablePosition | null;
}

/**
 * Type-ahead: the next row of the table after `from` (-1 to begin at the top) whose name begins with the text, both as
 * filters compare them; after the last row it goes on at the top, and `from` is the last to be looked at. Null when the
 * generation is stale.
 */
export function findRow(
  core: CoreState,
  generation: number,
  text: string,
  from: TablePosition,
): FoundRow | null {
  const session = sessionAt(core, generation);
  if (session === null) return null;
  const { layout, table, shownRank } = session;
  const searched = { layout, collapsed: table.collapsed, rank: shownRank };
  return { position: session.rowFinder(text)(searched, from) };
}
