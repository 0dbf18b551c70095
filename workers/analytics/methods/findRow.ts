import { sessionAt, type CoreState } from "../coreState.ts";
import type { TablePosition } from "../rows/rowWindow.ts";

/** The position is null if no row matches or the text is empty. */
export interface FoundRow {
  readonly position: TablePosition | null;
}

/**
 * Type-ahead: the next row of the table after `from` (-1 for the top) whose normalized name starts with the normalized
 * text; the search wraps around, and `from` is checked last. Null if the generation is stale.
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
