/** Which element of a virtual list shows which row: by the index of the row the key of its element. */
export type RowElements = ReadonlyMap<number, number>;

/**
 * Gives the elements of rows that left the window to those that came, as new ones cost time, and memory until the browser
 * collects the old. Rows that come in above others get new elements all the same: React would move all the others.
 *
 * @param before the elements of the last window.
 * @param rows the indices of the rows of this one, ascending and without gaps.
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

/** A list's elements, given anew for each window. That of a rendering which React gives up serves as well. */
export function createRowRecycler(): (rows: readonly number[]) => RowElements {
  let elements: RowElements = new Map();
  return (rows) => (elements = assignElements(elements, rows));
}
