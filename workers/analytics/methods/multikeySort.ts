/** Sorting by sequences of keys: a quicksort in three parts at each depth (Bentley and Sedgewick, 1997), in place. */

/** What comes before every key: the sequence has ended. */
export const NO_KEY = Number.NEGATIVE_INFINITY;

/** The key of an item at a depth from 0 on, a finite number; NO_KEY after its last. */
export type KeyOf = (item: number, depth: number) => number;

/**
 * Sorts by keys, items whose keys are all the same by their number.
 * O(n log n) in sequential memory, and one `keyOf` for each item and depth that decides.
 */
export function multikeySort(items: Uint32Array, keyOf: KeyOf): void {
  const keys = new Float64Array(items.length);
  /** Ranges to sort: start, end, depth, and whether the keys of that depth are there. */
  const ranges = [0, items.length, 0, 0];
  while (ranges.length > 0) {
    const known = ranges.pop() === 1;
    const depth = ranges.pop() as number;
    const end = ranges.pop() as number;
    const start = ranges.pop() as number;
    if (!known) {
      for (let at = start; at < end; at++) keys[at] = keyOf(items[at] as number, depth);
    }
    const pivot = median(keys, start, end);
    let low = start;
    let high = end;
    for (let at = start; at < high;) {
      const key = keys[at] as number;
      if (key < pivot) swap(items, keys, low++, at++);
      else if (key > pivot) swap(items, keys, at, --high);
      else at++;
    }
    if (low - start > 1) ranges.push(start, low, depth, 1);
    if (end - high > 1) ranges.push(high, end, depth, 1);
    if (high - low <= 1) continue;
    if (pivot === NO_KEY) items.subarray(low, high).sort();
    else ranges.push(low, high, depth + 1, 0);
  }
}

/** Below 0 when the first item comes first. */
export function compareByKeys(keyOf: KeyOf, one: number, other: number): number {
  for (let depth = 0; ; depth++) {
    const key = keyOf(one, depth);
    const against = keyOf(other, depth);
    if (key !== against) return key < against ? -1 : 1;
    if (key === NO_KEY) return one - other;
  }
}

function median(keys: Float64Array, start: number, end: number): number {
  const a = keys[start] as number;
  const b = keys[(start + end) >>> 1] as number;
  const c = keys[end - 1] as number;
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

function swap(items: Uint32Array, keys: Float64Array, one: number, other: number): void {
  const item = items[one] as number;
  items[one] = items[other] as number;
  items[other] = item;
  const key = keys[one] as number;
  keys[one] = keys[other] as number;
  keys[other] = key;
}
