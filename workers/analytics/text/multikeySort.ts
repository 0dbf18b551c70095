/**
 * Multikey quicksort (Bentley and Sedgewick, 1997): sorts sequences of keys in place, in three parts at each depth.
 * Parts that are never read stay unsorted internally.
 */

/** Less than every key: the end of a sequence. */
export const NO_KEY = Number.NEGATIVE_INFINITY;

/** The key of an item at a depth from 0 on, a finite number; NO_KEY after its last. */
export type KeyOf = (item: number, depth: number) => number;

/**
 * Sorts by keys, and items with equal keys by number. O(n log n) in sequential memory, and one `keyOf` for each item
 * and decisive depth.
 */
export function multikeySort(items: Uint32Array, keyOf: KeyOf): void {
  sortPartly(items, keyOf)(0, items.length);
}

/** Adjacent items with equal keys up to a depth. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly depth: number;
}

/**
 * Sorts like `multikeySort`, but only as far as needed.
 * @returns a function that sorts the positions from `from` to before `to`. The first call takes O(n); all positions
 * together take as long as `multikeySort`.
 */
export function sortPartly(items: Uint32Array, keyOf: KeyOf): (from: number, to: number) => void {
  /** Parts that are not sorted internally, ascending. */
  let unsorted: Part[] = items.length > 1 ? [{ start: 0, end: items.length, depth: 0 }] : [];
  return (from, to) => {
    const first = unsorted.findIndex(({ end }) => end > from);
    const beyond = unsorted.findIndex(({ start }) => start >= to);
    const after = beyond < 0 ? unsorted.length : beyond;
    if (first < 0 || first >= after) return;
    const parts = unsorted.slice(first, after);
    const left = sortParts(items, keyOf, parts, from, to);
    unsorted = [...unsorted.slice(0, first), ...left, ...unsorted.slice(after)];
  };
}

/** Sorts those parts that intersect the positions; returns the remaining ones, ascending. */
function sortParts(
  items: Uint32Array,
  keyOf: KeyOf,
  parts: readonly Part[],
  from: number,
  to: number,
): Part[] {
  const base = parts[0]?.start ?? 0;
  /** For the items from `base` on. */
  const keys = new Float64Array((parts.at(-1)?.end ?? 0) - base);
  const left: Part[] = [];
  /** Stack of parts to sort: start, end, depth, and whether the keys of that depth are present. */
  const ranges = parts.toReversed().flatMap(({ start, end, depth }) => [start, end, depth, 0]);
  while (ranges.length > 0) {
    const known = ranges.pop() === 1;
    const depth = ranges.pop() as number;
    const end = ranges.pop() as number;
    const start = ranges.pop() as number;
    if (end <= from || start >= to) {
      left.push({ start, end, depth });
      continue;
    }
    if (!known) {
      for (let at = start; at < end; at++) keys[at - base] = keyOf(items[at] as number, depth);
    }
    const pivot = median(keys, start - base, end - base);
    let low = start;
    let high = end;
    for (let at = start; at < high;) {
      const key = keys[at - base] as number;
      if (key < pivot) swap(items, keys, base, low++, at++);
      else if (key > pivot) swap(items, keys, base, at, --high);
      else at++;
    }
    if (end - high > 1) ranges.push(high, end, depth, 1);
    if (high - low > 1) {
      if (pivot === NO_KEY) items.subarray(low, high).sort();
      else ranges.push(low, high, depth + 1, 0);
    }
    if (low - start > 1) ranges.push(start, low, depth, 1);
  }
  return left;
}

/** Below 0 if the first item comes first. */
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

/** @param base the item of the first key */
function swap(
  items: Uint32Array,
  keys: Float64Array,
  base: number,
  one: number,
  other: number,
): void {
  const item = items[one] as number;
  items[one] = items[other] as number;
  items[other] = item;
  const key = keys[one - base] as number;
  keys[one - base] = keys[other - base] as number;
  keys[other - base] = key;
}
