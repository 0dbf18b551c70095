/**
 * Postings of adjacent term pairs. They answer a text that spans the end of a term without reading names, which at
 * millions of rows is bound by memory latency.
 */
import { withRoom } from "../../columns/growable.ts";
import type { EntitlementRow } from "../../columns/units.ts";
import { encodedLength, writeDistance, type RowLists } from "../rows/rowLists.ts";
import { blocksOf, type Steps } from "../steps.ts";
import type { NamesToIndex } from "./termPostings.ts";

/** A list of rows for each pair. */
export interface PairPostings extends RowLists {
  /** The terms of each pair. */
  readonly firsts: Uint32Array;
  readonly seconds: Uint32Array;
}

/** Names with more distinct pairs than one per this many rows get no postings, which would cost more than the names. */
const ROWS_A_PAIR = 4;
/** A number of distinct pairs that is always acceptable. */
const FEW_PAIRS = 1 << 18;

/** O(tokens of all names), some rows per step; null if there are too many distinct pairs. */
export function* postPairs(
  names: NamesToIndex,
  limit = Math.max(FEW_PAIRS, Math.floor((names.offsets.length - 1) / ROWS_A_PAIR)),
): Steps<PairPostings | null> {
  const rowCount = names.offsets.length - 1;
  const index = new PairIndex(limit);
  for (const [start, end] of blocksOf(rowCount)) {
    if (!countPairs(names, index, start, end)) return null;
    yield;
  }
  const { size, records } = index;
  const firsts = new Uint32Array(size);
  const seconds = new Uint32Array(size);
  const starts = new Uint32Array(size + 1);
  for (let pair = 0; pair < size; pair++) {
    const record = pair * RECORD;
    const start = starts[pair] as number;
    firsts[pair] = records[record] as number;
    seconds[pair] = records[record + 1] as number;
    starts[pair + 1] = start + (records[record + BYTES] as number);
    records[record + LATEST] = 0;
    records[record + BYTES] = start;
  }
  const bytes = new Uint8Array(starts[size] as number);
  for (const [start, end] of blocksOf(rowCount)) {
    writePairs(names, index, bytes, start, end);
    yield;
  }
  return { firsts, seconds, bytes, starts };
}

/** Finds the pairs of some rows and their number of bytes; false if there are too many. Skips empty terms. */
function countPairs(
  { tokens, offsets, tokenTerms, terms }: NamesToIndex,
  index: PairIndex,
  start: EntitlementRow,
  afterLast: EntitlementRow,
): boolean {
  let at = offsets[start] as number;
  for (let row = start; row < afterLast; row++) {
    let before = -1;
    for (const end = offsets[row + 1] as number; at < end; at++) {
      const term = tokenTerms[tokens[at] as number] as number;
      if (terms.offsets[term] === terms.offsets[term + 1]) continue;
      if (before >= 0) {
        const record = index.find(before, term);
        if (record < 0) return false;
        const { records } = index;
        const distance = row + 1 - (records[record + LATEST] as number);
        records[record + LATEST] = row + 1;
        records[record + BYTES] = (records[record + BYTES] as number) + encodedLength(distance);
      }
      before = term;
    }
  }
  return true;
}

/** Writes the pairs of some rows, each pair's from the position in its record's BYTES. */
function writePairs(
  { tokens, offsets, tokenTerms, terms }: NamesToIndex,
  index: PairIndex,
  bytes: Uint8Array,
  start: EntitlementRow,
  afterLast: EntitlementRow,
): void {
  const { records } = index;
  let at = offsets[start] as number;
  for (let row = start; row < afterLast; row++) {
    let before = -1;
    for (const end = offsets[row + 1] as number; at < end; at++) {
      const term = tokenTerms[tokens[at] as number] as number;
      if (terms.offsets[term] === terms.offsets[term + 1]) continue;
      if (before >= 0) {
        const record = index.find(before, term);
        const distance = row + 1 - (records[record + LATEST] as number);
        records[record + LATEST] = row + 1;
        records[record + BYTES] = writeDistance(bytes, records[record + BYTES] as number, distance);
      }
      before = term;
    }
  }
}

/**
 * A pair's record: its terms, the previous row + 1, and bytes. Stored together, so that one memory access finds them
 * all.
 */
const RECORD = 4;
const LATEST = 2;
const BYTES = 3;

/** Numbers pairs in order of appearance; open addressing. */
class PairIndex {
  records = new Uint32Array(RECORD << 12);
  size = 0;
  private readonly limit: number;
  /** Number + 1; 0 = free. */
  private slots = new Uint32Array(1 << 13);

  constructor(limit: number) {
    this.limit = limit;
  }

  /** The start of the pair's record, new or not; -1 if there is no room for it. */
  find(first: number, second: number): number {
    const slot = this.slotOf(first, second);
    const known = (this.slots[slot] as number) - 1;
    if (known >= 0) return known * RECORD;
    if (this.size === this.limit) return -1;
    const record = this.size++ * RECORD;
    this.records = withRoom(this.records, record + RECORD);
    this.records[record] = first;
    this.records[record + 1] = second;
    this.slots[slot] = this.size;
    if (this.size * 2 > this.slots.length) this.grow();
    return record;
  }

  private slotOf(first: number, second: number): number {
    const { slots, records } = this;
    const mask = slots.length - 1;
    const mixed = Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b);
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const record = ((slots[slot] as number) - 1) * RECORD;
      if (records[record] === first && records[record + 1] === second) break;
    }
    return slot;
  }

  private grow(): void {
    this.slots = new Uint32Array(this.slots.length * 2);
    for (let pair = 0; pair < this.size; pair++) {
      const record = pair * RECORD;
      const slot = this.slotOf(this.records[record] as number, this.records[record + 1] as number);
      this.slots[slot] = pair + 1;
    }
  }
}
