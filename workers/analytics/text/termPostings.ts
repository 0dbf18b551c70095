/** Postings of terms. A frequent term has a bit per row, any other a list of its rows. */
import type { NameColumn } from "../../columns/nameColumn.ts";
import type { EntitlementRow } from "../../columns/units.ts";
import { createBitset, unite, type Bitset } from "../rows/bitset.ts";
import { encodedLength, uniteList, writeDistance, type RowLists } from "../rows/rowLists.ts";
import { blocksOf, type Steps } from "../steps.ts";

/** The indexed data: names as term sequences, whatever their texts. */
export type NamesToIndex = Pick<NameColumn, "tokens" | "offsets" | "tokenTerms" | "terms">;

/** A list of rows for each term; empty for those with a set. */
export interface TermPostings extends RowLists {
  /** The terms that occur in more than one of 32 rows. */
  readonly sets: ReadonlyMap<number, Bitset>;
}

/** O(tokens of all names), some rows per step. */
export function* postTerms(names: NamesToIndex): Steps<TermPostings> {
  const rowCount = names.offsets.length - 1;
  const termCount = names.terms.offsets.length - 1;
  const lists = startLists(termCount);
  for (const [start, end] of blocksOf(rowCount)) {
    countTerms(names, lists, start, end);
    yield;
  }
  const sets = new Map<number, Bitset>();
  const starts = new Uint32Array(termCount + 1);
  for (let term = 0; term < termCount; term++) {
    if ((lists.counts[term] as number) * 32 > rowCount) sets.set(term, createBitset(rowCount));
    const start = starts[term] as number;
    starts[term + 1] = start + (sets.has(term) ? 0 : (lists.ends[term] as number));
    lists.ends[term] = start;
  }
  lists.latest.fill(0);
  const setOf = Array.from({ length: termCount }, (_, term) => sets.get(term) ?? null);
  const bytes = new Uint8Array(starts[termCount] as number);
  for (const [start, end] of blocksOf(rowCount)) {
    writeTerms(names, setOf, bytes, lists, start, end);
    yield;
  }
  return { bytes, starts, sets };
}

/** The lists under construction. */
interface Lists {
  /** Number of occurrences of each term. */
  readonly counts: Uint32Array;
  /** The last row of each term + 1; 0 before the first. */
  readonly latest: Uint32Array;
  /** Bytes of each list, and later the position of its next row. */
  readonly ends: Uint32Array;
}

function startLists(termCount: number): Lists {
  return {
    counts: new Uint32Array(termCount),
    latest: new Uint32Array(termCount),
    ends: new Uint32Array(termCount),
  };
}

function countTerms(
  { tokens, offsets, tokenTerms }: NamesToIndex,
  { counts, latest, ends }: Lists,
  first: EntitlementRow,
  afterLast: EntitlementRow,
): void {
  let at = offsets[first] as number;
  for (let row = first; row < afterLast; row++) {
    for (const end = offsets[row + 1] as number; at < end; at++) {
      const term = tokenTerms[tokens[at] as number] as number;
      counts[term] = (counts[term] as number) + 1;
      ends[term] = (ends[term] as number) + encodedLength(row + 1 - (latest[term] as number));
      latest[term] = row + 1;
    }
  }
}

function writeTerms(
  { tokens, offsets, tokenTerms }: NamesToIndex,
  setOf: readonly (Bitset | null)[],
  bytes: Uint8Array,
  { latest, ends }: Lists,
  first: EntitlementRow,
  afterLast: EntitlementRow,
): void {
  let at = offsets[first] as number;
  for (let row = first; row < afterLast; row++) {
    for (const end = offsets[row + 1] as number; at < end; at++) {
      const term = tokenTerms[tokens[at] as number] as number;
      const set = setOf[term] as Bitset | null;
      if (set === null) {
        const distance = row + 1 - (latest[term] as number);
        ends[term] = writeDistance(bytes, ends[term] as number, distance);
        latest[term] = row + 1;
      } else {
        set[row >>> 5] = (set[row >>> 5] as number) | (1 << (row & 31));
      }
    }
  }
}

/** Adds the rows in which any of the terms occurs. */
export function uniteTerms(target: Bitset, postings: TermPostings, terms: readonly number[]): void {
  for (const term of terms) {
    const set = postings.sets.get(term);
    if (set === undefined) uniteList(target, postings, term);
    else unite(target, set);
  }
}
