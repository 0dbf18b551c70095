/**
 * Finds equal and nested sets with bitsets over an inverted index. The sets that contain a set are the intersection of
 * the lists of its elements: with n sets, each element costs n / 32 steps. No two sets are compared with each other.
 */

/** Indexes of two sets. */
export interface Nesting {
  readonly inner: number;
  readonly outer: number;
  readonly isEqual: boolean;
}

const WORD = 32;
/** Sets between two pauses. */
const SETS_AT_ONCE = 8;

/**
 * Yields each set with the first one that is equal to it, and the first of equal sets with each set that contains it
 * directly: pairs that follow from two others are left out. Empty sets are ignored.
 *
 * @param sets each ascending and distinct
 * @param pause lets other work run. It takes the part that is done, from 0 to 1.
 */
export async function* findNestings(
  sets: readonly (readonly number[])[],
  pause: (part: number) => Promise<void>,
): AsyncGenerator<Nesting, void> {
  const firstOf = new Map<string, number>();
  for (const [index, set] of sets.entries()) {
    if (set.length === 0) continue;
    const key = set.join();
    const first = firstOf.get(key);
    if (first === undefined) firstOf.set(key, index);
    else yield { inner: index, outer: first, isEqual: true };
  }
  // Ascending by size: a set can only be contained in later ones.
  const distinct = [...firstOf.values()].toSorted(
    (a, b) => (sets[a]?.length ?? 0) - (sets[b]?.length ?? 0) || a - b,
  );
  const words = Math.ceil(distinct.length / WORD);
  const lists = new Map<number, Uint32Array>();
  for (const [position, index] of distinct.entries()) {
    addTo(lists, sets[index] ?? [], position, words);
    if (position % SETS_AT_ONCE === 0) await pause((0.2 * position) / distinct.length);
  }
  const around: Uint32Array[] = [];
  for (const [position, index] of distinct.entries()) {
    around.push(containing(sets[index] ?? [], position, lists, words));
    if (position % SETS_AT_ONCE === 0) await pause(0.2 + (0.6 * position) / distinct.length);
  }
  for (const [position, bits] of around.entries()) {
    const inner = distinct[position] ?? 0;
    for (const outer of directOf(bits, around)) {
      yield { inner, outer: distinct[outer] ?? 0, isEqual: false };
    }
    if (position % SETS_AT_ONCE === 0) await pause(0.8 + (0.2 * position) / distinct.length);
  }
}

/** Adds a set to the lists, which hold the positions of the sets with an element as bits. */
function addTo(
  lists: Map<number, Uint32Array>,
  set: readonly number[],
  position: number,
  words: number,
): void {
  const word = Math.floor(position / WORD);
  for (const element of set) {
    let list = lists.get(element);
    if (!list) lists.set(element, (list = new Uint32Array(words)));
    list[word] = (list[word] ?? 0) | (1 << (position % WORD));
  }
}

/** The positions of the sets that have all elements, except the set itself. */
function containing(
  set: readonly number[],
  own: number,
  lists: ReadonlyMap<number, Uint32Array>,
  words: number,
): Uint32Array {
  const bits = new Uint32Array(words).fill(0xffffffff);
  for (const element of set) {
    const list = lists.get(element);
    for (let word = 0; word < words; word++) bits[word] = (bits[word] ?? 0) & (list?.[word] ?? 0);
  }
  const word = Math.floor(own / WORD);
  bits[word] = (bits[word] ?? 0) & ~(1 << (own % WORD));
  return bits;
}

/** The positions in `bits` that are in the bits of no other one. Positions ascend by size. */
function directOf(bits: Uint32Array, around: readonly Uint32Array[]): number[] {
  const left = bits.slice();
  const direct: number[] = [];
  for (let word = 0; word < left.length; word++) {
    for (let rest = left[word] ?? 0; rest !== 0; rest = left[word] ?? 0) {
      const position = word * WORD + (31 - Math.clz32(rest & -rest));
      direct.push(position);
      left[word] = rest & (rest - 1);
      const further = around[position];
      for (let at = word; further && at < left.length; at++) {
        left[at] = (left[at] ?? 0) & ~(further[at] ?? 0);
      }
    }
  }
  return direct;
}
