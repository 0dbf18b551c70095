/**
 * The scroll position when the rows change. A visible active row keeps its position on the screen. Otherwise, if the
 * threshold or the collapsing changed, the first visible row does. A row that is no longer shown is replaced by its
 * resource. All other changes scroll to the top without an active row. An active row would be followed although the
 * user did not choose it, and clearing a text would end at the first match of that text.
 */
import type {
  BuilderAnswer,
  TablePosition,
  TableRow,
  TableTarget,
} from "#workers/analytics/contract.ts";
import type { BuilderState } from "../rules.ts";

/** The visible part of the table. */
export interface Place {
  readonly firstVisible: TablePosition;
  /** Number of fully visible rows. */
  readonly pageSize: number;
  /** -1 while there is none. */
  readonly active: TablePosition;
}

/** The target position, a new object for each move. */
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

/** The position of the row that keeps its place on the screen; null to scroll to the top. */
export function anchorOf(
  { firstVisible, pageSize, active }: Place,
  before: BuilderState,
  after: BuilderState,
): TablePosition | null {
  if (active >= firstVisible && active <= firstVisible + pageSize) return active;
  return firstVisible > 0 && sameList(before, after) ? firstVisible : null;
}

/** What to look for in the new table, best first. */
export function targetsOf(row: TableRow): readonly TableTarget[] {
  const resource = { kind: "resource", resource: row.resource } as const;
  return row.kind === "resource" ? [resource] : [{ kind: "entitlement", row: row.row }, resource];
}

/** The target position once the worker has followed the anchor. */
export function movedTo(
  { active }: Place,
  { found, firstVisible }: NonNullable<BuilderAnswer["followed"]>,
): Moved {
  return { firstVisible, active: active < 0 ? -1 : (found ?? -1) };
}
