import type { ListSelection } from "./types.ts";

export function isSelected({ all, ids }: ListSelection, id: string): boolean {
  return ids.includes(id) !== all;
}

/** The selection with all of the rows in it, or without them. */
export function withRows(
  { all, ids }: ListSelection,
  rows: readonly string[],
  isIn: boolean,
): ListSelection {
  const named = new Set(ids);
  for (const id of rows) {
    if (isIn === all) named.delete(id);
    else named.add(id);
  }
  return { all, ids: [...named] };
}

/** How many of `total` rows are selected. */
export function countSelected({ all, ids }: ListSelection, total: number): number {
  return all ? total - ids.length : ids.length;
}
