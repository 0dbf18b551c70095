/** A cache of the latest texts' matches, so that deleting a key, undo and selection by text are free. */
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { countRange, createBitset, type Bitset } from "../rows/bitset.ts";
import { matchText, type TextIndex } from "./filterByText.ts";

/** Maximum cached texts; each costs a bit per row. */
const REMEMBERED = 32;
/** If at most one row in this many matches, reading the names of the matches is faster than the postings. */
const FEW = 256;

interface Remembered {
  readonly matches: Bitset;
  readonly rows: number;
}

/**
 * The rows whose names match a typed text; immutable.
 * @param indexNow the index as far as it is built
 */
export function createMatchCache(
  rowCount: number,
  indexNow: () => TextIndex,
): (text: string) => Bitset {
  const encoder = new TextEncoder();
  const everything = createBitset(rowCount, true);
  /** By normalised text, most recently used last. */
  const known = new Map<string, Remembered>();

  return (text) => {
    const pattern = normalizeForFilter(text);
    if (pattern === "") return everything;
    const remembered = known.get(pattern) ?? match(pattern);
    known.delete(pattern);
    known.set(pattern, remembered);
    if (known.size > REMEMBERED) known.delete(known.keys().next().value as string);
    return remembered.matches;
  };

  function match(pattern: string): Remembered {
    let within: Remembered | null = null;
    for (const [text, remembered] of known) {
      if (pattern.includes(text) && remembered.rows < (within?.rows ?? rowCount))
        within = remembered;
    }
    const few = within !== null && within.rows * FEW < rowCount;
    const bytes = encoder.encode(pattern);
    const matches = matchText(indexNow(), bytes, within?.matches ?? null, few);
    return { matches, rows: countRange(matches, 0, rowCount) };
  }
}
