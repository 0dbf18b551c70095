/** The assignment of rows to elements in a virtual list: element key by row index. */
export type RowElements = ReadonlyMap<number, number>;

/**
 * Reuses the elements of rows that left the window for entering ones, because new elements cost time, and memory until
 * garbage collection. Rows entering above others get new elements anyway, because React would move all the others.
 *
 * @param before the elements of the last window.
 * @param rows the row indices of this one, ascending and without gaps.
 */
export function assignElements(before: RowElements, rows: readonly number[]): RowElements {
  const [first = 0] = rows;
  const left = [...before].filter(([row]) => row < first || row >= first + rows.length);
  const free = left.map(([, key]) => key);
  const firstKept = rows.find((row) => before.has(row)) ?? first;
  let unused = Math.max(-1, ...before.values()) + 1;
  const keyOf = (row: number) =>
    before.get(row) ?? (row < firstKept ? undefined : free.shift()) ?? unused++;
  return new Map(rows.map((row) => [row, keyOf(row)]));
}

/** A list's elements, assigned anew for each window. An abandoned React rendering does no harm. */
export function createRowRecycler(): (rows: readonly number[]) => RowElements {
  let elements: RowElements = new Map();
  return (rows) => (elements = assignElements(elements, rows));
}
