/**
 * In which rows each term occurs. A term in many rows has a bit a row, any other the list of its rows, so that a term
 * costs at most four bytes an occurrence.
 */
import type { NameColumn } from "../../columns/nameColumn.ts";
import { createBitset, unite, type Bitset } from "./bitset.ts";

export interface TermPostings {
  /** Rows of the terms that have no set, ascending; those of term t are `rows[starts[t] .. starts[t + 1])`. */
  readonly rows: Uint32Array;
  readonly starts: Uint32Array;
  /** The terms that occur in more than one of 32 rows. */
  readonly sets: ReadonlyMap<number, Bitset>;
}

/** O(tokens of all names). */
export function postTerms({ tokens, offsets, tokenTerms, terms }: NameColumn): TermPostings {
  const rowCount = offsets.length - 1;
  const termCount = terms.offsets.length - 1;
  const counts = new Uint32Array(termCount);
  for (let at = 0; at < tokens.length; at++) {
    const term = tokenTerms[tokens[at] as number] as number;
    counts[term] = (counts[term] as number) + 1;
  }
  const sets = new Map<number, Bitset>();
  const starts = new Uint32Array(termCount + 1);
  for (let term = 0; term < termCount; term++) {
    const count = counts[term] as number;
    if (count * 32 > rowCount) sets.set(term, createBitset(rowCount));
    starts[term + 1] = (starts[term] as number) + (sets.has(term) ? 0 : count);
  }
  const setOf = Array.from({ length: termCount }, (_, term) => sets.get(term) ?? null);
  const rows = new Uint32Array(starts[termCount] as number);
  const ends = starts.slice();
  let at = 0;
  for (let row = 0; row < rowCount; row++) {
    for (const end = offsets[row + 1] as number; at < end; at++) {
      const term = tokenTerms[tokens[at] as number] as number;
      const set = setOf[term] as Bitset | null;
      if (set === null) {
        const place = ends[term] as number;
        rows[place] = row;
        ends[term] = place + 1;
      } else {
        set[row >>> 5] = (set[row >>> 5] as number) | (1 << (row & 31));
      }
    }
  }
  return { rows, starts, sets };
}

/** Adds the rows in which any of the terms occurs. */
export function uniteTerms(target: Bitset, postings: TermPostings, terms: readonly number[]): void {
  const { rows, starts, sets } = postings;
  for (const term of terms) {
    const set = sets.get(term);
    if (set !== undefined) unite(target, set);
    const end = starts[term + 1] as number;
    for (let at = starts[term] as number; at < end; at++) {
      const row = rows[at] as number;
      target[row >>> 5] = (target[row >>> 5] as number) | (1 << (row & 31));
    }
  }
}
