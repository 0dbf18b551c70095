/**
 * Where the table goes when its rows become others. The active row, if it is in view, stays where it is on the screen.
 * Else, when the threshold or what is collapsed changed, the first row in view does. One that is no longer shown gives
 * way to its resource. Everything else begins at the top, where no row is active: it would be followed though nobody
 * chose it, and a text that is cleared would end wherever the first match of that text stands.
 */
import type {
  BuilderAnswer,
  TablePosition,
  TableRow,
  TableTarget,
} from "#workers/analytics/contract.ts";
import type { BuilderState } from "../rules.ts";

/** What part of the table is in view. */
export interface Place {
  readonly firstVisible: TablePosition;
  /** Whole rows that fit. */
  readonly pageSize: number;
  /** -1 while none is. */
  readonly active: TablePosition;
}

/** Where the table is to be, once: a new object each time that it moves. */
export type Moved = Pick<Place, "firstVisible" | "active">;

export const TOP: Place = { firstVisible: 0, pageSize: 0, active: -1 };

/** Whether two states have the same rows in the same places. */
export function sameRows(one: BuilderState, other: BuilderState): boolean {
  return (
    sameList(one, other) && one.threshold === other.threshold && one.collapsed === other.collapsed
  );
}

function sameList(one: BuilderState, other: BuilderState): boolean {
  return one.text === other.text && one.resources === other.resources && one.sort === other.sort;
}

/** The position of the row that stays where it is on the screen; null to begin at the top. */
export function anchorOf(
  { firstVisible, pageSize, active }: Place,
  before: BuilderState,
  after: BuilderState,
): TablePosition | null {
  if (active >= firstVisible && active <= firstVisible + pageSize) return active;
  return firstVisible > 0 && sameList(before, after) ? firstVisible : null;
}

/** What to look for in the new table, the best first. */
export function targetsOf(row: TableRow): readonly TableTarget[] {
  const resource = { kind: "resource", resource: row.resource } as const;
  return row.kind === "resource" ? [resource] : [{ kind: "entitlement", row: row.row }, resource];
}

/** Where the table is to be once the worker has followed the anchor. */
export function movedTo(
  { active }: Place,
  { found, firstVisible }: NonNullable<BuilderAnswer["followed"]>,
): Moved {
  return { firstVisible, active: active < 0 ? -1 : (found ?? -1) };
}
