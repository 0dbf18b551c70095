/**
 * In which rows each term occurs. A term in many rows has a bit a row, any other the list of its rows, so that a term
 * costs at most four bytes an occurrence.
 */
import type { NameColumn } from "../../columns/nameColumn.ts";
import type { EntitlementRow } from "../contract.ts";
import { createBitset, unite, type Bitset } from "./bitset.ts";
import { blocksOf, type Steps } from "./steps.ts";

/** What is indexed: names as their terms, whatever their texts. */
export type NamesToIndex = Pick<NameColumn, "tokens" | "offsets" | "tokenTerms" | "terms">;

export interface TermPostings {
  /** Rows of the terms that have no set, ascending; those of term t are `rows[starts[t] .. starts[t + 1])`. */
  readonly rows: Uint32Array;
  readonly starts: Uint32Array;
  /** The terms that occur in more than one of 32 rows. */
  readonly sets: ReadonlyMap<number, Bitset>;
}

/** O(tokens of all names), some rows a step. */
export function* postTerms(names: NamesToIndex): Steps<TermPostings> {
  const rowCount = names.offsets.length - 1;
  const termCount = names.terms.offsets.length - 1;
  const counts = new Uint32Array(termCount);
  for (const [start, end] of blocksOf(rowCount)) {
    countTerms(names, counts, start, end);
    yield;
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
  for (const [start, end] of blocksOf(rowCount)) {
    writeTerms(names, setOf, rows, ends, start, end);
    yield;
  }
  return { rows, starts, sets };
}

function countTerms(
  { tokens, offsets, tokenTerms }: NamesToIndex,
  counts: Uint32Array,
  start: EntitlementRow,
  end: EntitlementRow,
): void {
  const last = offsets[end] as number;
  for (let at = offsets[start] as number; at < last; at++) {
    const term = tokenTerms[tokens[at] as number] as number;
    counts[term] = (counts[term] as number) + 1;
  }
}

/** @param ends where the next row of each term goes in `rows` */
function writeTerms(
  { tokens, offsets, tokenTerms }: NamesToIndex,
  setOf: readonly (Bitset | null)[],
  rows: Uint32Array,
  ends: Uint32Array,
  first: EntitlementRow,
  afterLast: EntitlementRow,
): void {
  let at = offsets[first] as number;
  for (let row = first; row < afterLast; row++) {
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
