/**
 * Sets of rows, one bit per row: row r is bit r % 32 of word r / 32. Words are signed, so that they stay small integers
 * in every engine. Ranges are rows from `start` (included) to `end` (excluded); each costs O(rows / 32).
 */
import type { EntitlementRow } from "../../columns/units.ts";

export type Bitset = Int32Array<ArrayBuffer>;

export function createBitset(rowCount: number, filled = false): Bitset {
  const bits = new Int32Array((rowCount + 31) >>> 5);
  if (filled) setRange(bits, 0, rowCount, true);
  return bits;
}

export function hasBit(bits: Bitset, row: EntitlementRow): boolean {
  return (((bits[row >>> 5] as number) >>> (row & 31)) & 1) === 1;
}

export function setBit(bits: Bitset, row: EntitlementRow, on: boolean): void {
  const word = row >>> 5;
  const bit = 1 << (row & 31);
  bits[word] = on ? (bits[word] as number) | bit : (bits[word] as number) & ~bit;
}

/** The bits of word `word` within the range; the range must intersect that word. */
export function rangeMask(word: number, start: EntitlementRow, end: EntitlementRow): number {
  let mask = -1;
  if (word === start >>> 5) mask <<= start & 31;
  if (word === (end - 1) >>> 5) mask &= -1 >>> (31 - ((end - 1) & 31));
  return mask;
}

export function setRange(
  bits: Bitset,
  start: EntitlementRow,
  end: EntitlementRow,
  on: boolean,
): void {
  if (end <= start) return;
  const first = start >>> 5;
  const last = (end - 1) >>> 5;
  setMasked(bits, first, rangeMask(first, start, end), on);
  if (last > first) {
    bits.fill(on ? -1 : 0, first + 1, last);
    setMasked(bits, last, rangeMask(last, start, end), on);
  }
}

/** Sets or clears those rows of the range that are in `chosen`. */
export function setChosen(
  bits: Bitset,
  chosen: Bitset,
  start: EntitlementRow,
  end: EntitlementRow,
  on: boolean,
): void {
  if (end <= start) return;
  const last = (end - 1) >>> 5;
  for (let word = start >>> 5; word <= last; word++) {
    setMasked(bits, word, (chosen[word] as number) & rangeMask(word, start, end), on);
  }
}

function setMasked(bits: Bitset, word: number, mask: number, on: boolean): void {
  bits[word] = on ? (bits[word] as number) | mask : (bits[word] as number) & ~mask;
}

/** Sets `target` to the intersection; all three have the same length. */
export function intersect(target: Bitset, one: Bitset, other: Bitset): void {
  for (let word = 0; word < target.length; word++) {
    target[word] = (one[word] as number) & (other[word] as number);
  }
}

/** Adds the rows of `source` to `target`. */
export function unite(target: Bitset, source: Bitset): void {
  for (let word = 0; word < target.length; word++) {
    target[word] = (target[word] as number) | (source[word] as number);
  }
}

/** Takes the rows of `source` out of `target`. */
export function exclude(target: Bitset, source: Bitset): void {
  for (let word = 0; word < target.length; word++) {
    target[word] = (target[word] as number) & ~(source[word] as number);
  }
}

export function countRange(bits: Bitset, start: EntitlementRow, end: EntitlementRow): number {
  if (end <= start) return 0;
  const last = (end - 1) >>> 5;
  let count = 0;
  for (let word = start >>> 5; word <= last; word++) {
    const here = (bits[word] as number) & rangeMask(word, start, end);
    if (here !== 0) count += popcount(here);
  }
  return count;
}

/** Whether all rows are in the set; stops at the first that is not. */
export function isFull(bits: Bitset, rowCount: number): boolean {
  const words = rowCount >>> 5;
  for (let word = 0; word < words; word++) if (bits[word] !== -1) return false;
  return countRange(bits, words << 5, rowCount) === (rowCount & 31);
}

/** The first row of the set at or after `row`, or -1. */
export function nextBit(bits: Bitset, row: EntitlementRow): EntitlementRow {
  let word = row >>> 5;
  if (word >= bits.length) return -1;
  let left = (bits[word] as number) & (-1 << (row & 31));
  while (left === 0) {
    if (++word >= bits.length) return -1;
    left = bits[word] as number;
  }
  return (word << 5) + lowestBit(left);
}

/** The number of bits set in a word. */
export function popcount(word: number): number {
  let sum = word - ((word >>> 1) & 0x55555555);
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
  sum = (sum + (sum >>> 4)) & 0x0f0f0f0f;
  return Math.imul(sum, 0x01010101) >>> 24;
}

/** Position of the lowest bit set in a word that is not 0. */
function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}
