import type { ListSelection, ListState } from "./types.ts";

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

/** A row at which a range may begin. */
export interface RangeStart {
  readonly key: string;
  readonly index: number;
}

/** The loaded rows of a range. */
interface Range {
  readonly keys: readonly string[];
  /** How many rows the range has. */
  readonly length: number;
}

/** The rows from the start to `index`, in either direction; null if the start is not loaded. */
export function rangeTo<Item>(
  list: Pick<ListState<Item>, "itemAt" | "total">,
  rowKey: (item: Item) => string,
  start: RangeStart,
  index: number,
): Range | null {
  const keyAt = (at: number): string | null => {
    const item = list.itemAt(at);
    return item === null ? null : rowKey(item);
  };
  const from = keyAt(start.index) === start.key ? start.index : indexOf(start.key, list, keyAt);
  if (from === null) return null;
  const first = Math.min(from, index);
  const length = Math.abs(from - index) + 1;
  const keys = Array.from({ length }, (_, at) => keyAt(first + at));
  return { keys: keys.filter((key) => key !== null), length };
}

/** Where a row is after the order has changed; null if it is not loaded. */
function indexOf(
  key: string,
  { total }: { readonly total: number | null },
  keyAt: (index: number) => string | null,
): number | null {
  for (let at = 0; at < (total ?? 0); at++) if (keyAt(at) === key) return at;
  return null;
}
