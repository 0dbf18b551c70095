/** Rows by role, and rows whose role a list has. */
import type { ReportColumns, RoleOidColumn } from "../../columns/reportColumns.ts";
import type { EntitlementRow } from "../../columns/units.ts";
import { createBitset, hasBit, setBit, type Bitset } from "../rows/bitset.ts";
import { blocksOf, type Steps } from "../steps.ts";

/** For each row the first row of the same role; null if no role has two rows, which is the usual case. */
export type FirstRows = Uint32Array | null;

/** Rows whose hashes are compared together, so that they fit into a core's cache. */
const PART = 1 << 15;
const MAX_PART_BITS = 12;

/**
 * O(rows) in steps, once per report: hashes are partitioned by their first bits, then compared within each part. Takes
 * eight bytes per row while it runs.
 */
export function* findFirstRows(columns: ReportColumns): Steps<FirstRows> {
  const { rowCount } = columns;
  const { others } = columns.roleOids;
  const words = wordsOf(columns);
  let firstRows: Uint32Array | null = null;
  const isSame = (row: EntitlementRow, first: EntitlementRow): void => {
    firstRows ??= Uint32Array.from({ length: rowCount }, (_, index) => index);
    firstRows[row] = first;
  };

  const firstOthers = new Map<string, EntitlementRow>();
  for (const [row, oid] of others) {
    const first = firstOthers.get(oid);
    if (first === undefined) firstOthers.set(oid, row);
    else isSame(row, first);
  }

  const { rows, hashes, ends } = yield* sortIntoParts(words, rowCount);
  /** Index into `rows` + 1; 0 = free. */
  let slots = new Uint32Array(0);
  let start = 0;
  for (const end of ends) {
    const mask = maskFor(end - start);
    if (slots.length <= mask) slots = new Uint32Array(mask + 1);
    else slots.fill(0, 0, mask + 1);
    comparePart(start, end, mask);
    start = end;
    yield;
  }
  return firstRows;

  function comparePart(from: number, end: number, mask: number): void {
    for (let at = from; at < end; at++) {
      const row = rows[at] as number;
      if (others.size > 0 && others.has(row)) continue;
      const hash = hashes[at] as number;
      let slot = hash & mask;
      for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
        const held = (slots[slot] as number) - 1;
        if (hashes[held] !== hash) continue;
        const first = rows[held] as number;
        if (!sameWords(words, row * 4, words, first * 4)) continue;
        isSame(row, first);
        break;
      }
      if (slots[slot] === 0) slots[slot] = at + 1;
    }
  }
}

interface Parts {
  readonly rows: Uint32Array;
  readonly hashes: Uint32Array;
  readonly ends: Uint32Array;
}

/** Rows and their hashes by the first bits of the hashes, ascending within each part; and the parts' ends. */
function* sortIntoParts(words: Uint32Array, rowCount: number): Steps<Parts> {
  const bits = Math.min(MAX_PART_BITS, Math.ceil(Math.log2(Math.max(rowCount / PART, 1))));
  const ends = new Uint32Array(2 ** bits);
  for (const [start, end] of blocksOf(rowCount)) {
    countParts(words, bits, ends, start, end);
    yield;
  }
  let start = 0;
  for (let part = 0; part < ends.length; part++) {
    const count = ends[part] as number;
    ends[part] = start;
    start += count;
  }
  const parts = { rows: new Uint32Array(rowCount), hashes: new Uint32Array(rowCount), ends };
  for (const [first, end] of blocksOf(rowCount)) {
    writeParts(words, bits, parts, first, end);
    yield;
  }
  return parts;
}

function countParts(
  words: Uint32Array,
  bits: number,
  counts: Uint32Array,
  start: EntitlementRow,
  end: EntitlementRow,
): void {
  for (let row = start; row < end; row++) {
    const part = partOf(hashOf(words, row * 4), bits);
    counts[part] = (counts[part] as number) + 1;
  }
}

/** `ends` is where the next row of each part is written, and finally the part's end. */
function writeParts(
  words: Uint32Array,
  bits: number,
  { rows, hashes, ends }: Parts,
  start: EntitlementRow,
  end: EntitlementRow,
): void {
  for (let row = start; row < end; row++) {
    const hash = hashOf(words, row * 4);
    const part = partOf(hash, bits);
    const place = ends[part] as number;
    rows[place] = row;
    hashes[place] = hash;
    ends[part] = place + 1;
  }
}

function partOf(hash: number, bits: number): number {
  return bits === 0 ? 0 : hash >>> (32 - bits);
}

/** Bits of a Bloom-style filter that most rows do not pass. */
const FILTER_BITS = 1 << 16;

/** The place of a row's role in a list of roles, the first of several; -1 if the list lacks it. */
export type FindRole = (row: EntitlementRow) => number;

/** O(roles of the list), and takes 8 to 16 bytes per role. */
export function createRoleFinder(columns: ReportColumns, list: RoleOidColumn): FindRole {
  const { others } = columns.roleOids;
  const otherPlaces = new Map<string, number>();
  for (const [place, oid] of list.others) if (!otherPlaces.has(oid)) otherPlaces.set(oid, place);
  const wanted = new Uint32Array(list.uuids.buffer, list.uuids.byteOffset, list.uuids.length / 4);
  const words = wordsOf(columns);
  const filter = createBitset(FILTER_BITS);
  const mask = maskFor(wanted.length / 4);
  /** Place + 1; 0 = free. */
  const slots = new Uint32Array(mask + 1);
  for (let place = 0; place < wanted.length / 4; place++) {
    if (list.others.size > 0 && list.others.has(place)) continue;
    const hash = hashOf(wanted, place * 4);
    let slot = hash & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = place + 1;
    setBit(filter, hash >>> 16, true);
  }
  return (row) => {
    const other = others.size > 0 ? others.get(row) : undefined;
    if (other !== undefined) return otherPlaces.get(other) ?? -1;
    const hash = hashOf(words, row * 4);
    if (!hasBit(filter, hash >>> 16)) return -1;
    for (let slot = hash & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const place = (slots[slot] as number) - 1;
      if (sameWords(wanted, place * 4, words, row * 4)) return place;
    }
    return -1;
  };
}

/** Sets `rows` to those whose role the list has. O(rows + roles of the list). */
export function findRows(
  rows: Bitset,
  columns: ReportColumns,
  list: RoleOidColumn,
  find: FindRole,
): void {
  rows.fill(0);
  if (list.uuids.length === 0) return;
  for (let row = 0; row < columns.rowCount; row++) if (find(row) >= 0) setBit(rows, row, true);
}

/** One less than the slots of a table for that many items: a power of two with a load factor of at most one half. */
function maskFor(items: number): number {
  return 2 ** Math.ceil(Math.log2(items * 2 + 1)) - 1;
}

/** Role oids as four words each. */
function wordsOf({ roleOids: { uuids }, rowCount }: ReportColumns): Uint32Array {
  return new Uint32Array(uuids.buffer, uuids.byteOffset, rowCount * 4);
}

function sameWords(one: Uint32Array, at: number, other: Uint32Array, otherAt: number): boolean {
  return (
    one[at] === other[otherAt] &&
    one[at + 1] === other[otherAt + 1] &&
    one[at + 2] === other[otherAt + 2] &&
    one[at + 3] === other[otherAt + 3]
  );
}

/** Murmur's mixing over four words: UUIDs that only count up must differ in all bits. */
function hashOf(words: Uint32Array, at: number): number {
  let hash = step(0, words[at] as number);
  hash = step(hash, words[at + 1] as number);
  hash = step(hash, words[at + 2] as number);
  hash = step(hash, words[at + 3] as number);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function step(hash: number, word: number): number {
  const scrambled = Math.imul(word, 0xcc9e2d51);
  const mixed = hash ^ Math.imul((scrambled << 15) | (scrambled >>> 17), 0x1b873593);
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}
