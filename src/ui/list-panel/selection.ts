import type { ListSelection } from "./types.ts";

export function isSelected({ all, ids }: ListSelection, id: string): boolean {
  return ids.includes(id) !== all;
}

/** The selection with one row added or removed. */
export function withRow(selection: ListSelection, id: string, isIn: boolean): ListSelection {
  if (isSelected(selection, id) === isIn) return selection;
  const { all, ids } = selection;
  return { all, ids: ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id] };
}

/** How many of `total` rows are selected. */
export function countSelected({ all, ids }: ListSelection, total: number): number {
  return all ? total - ids.length : ids.length;
}
