/**
 * Rank and select over a set of rows in an order by keys. If the order of all rows is known, the rows of the set are
 * counted along it, in blocks and only as far as needed. Otherwise, and for a sparse set, only the set's rows are
 * sorted, partially as needed.
 */
import type { ReportColumns } from "../../columns/reportColumns.ts";
import { lastAtMost } from "../../columns/reportColumns.ts";
import type { EntitlementRow, ResourceIndex } from "../../columns/units.ts";
import { hasBit, nextBit, type Bitset } from "./bitset.ts";
import { compareByKeys, sortPartly, type KeyOf } from "../text/multikeySort.ts";
import { countOnce, type RowRank } from "./rowRank.ts";

/** An order of the rows within each resource; rows with equal keys stay as received. */
export interface RowOrder {
  readonly keyOf: KeyOf;
  /** All rows in this order, each resource's rows at their positions among all; null while unknown. */
  readonly rows: Uint32Array | null;
}

/** Rows that are sorted or counted together. */
const BLOCK = 512;
/** A set is sparse in a resource below one row in this many, where sorting is cheaper than counting all. */
const FEW = 128;

/** The rank of one resource's rows; positions follow the order, whichever direction the table has. */
interface ResourceRank {
  /** Number of rows of the set. */
  readonly count: number;
  /** Number of rows of the set before `row`. */
  before(row: EntitlementRow): number;
  at(rank: number): EntitlementRow;
}

/**
 * In the order or its reverse. Valid until the set changes. Costs O(rows of the resource) if the order is known,
 * otherwise O(n log n) in the size of the set.
 */
export function rankSorted(
  rows: Bitset,
  columns: ReportColumns,
  order: RowOrder,
  turned: boolean,
): RowRank {
  const countOf = countOnce(rows, columns.resourceStarts);
  const ranks = new Map<ResourceIndex, ResourceRank>();

  function rankOf(resource: ResourceIndex): ResourceRank {
    let rank = ranks.get(resource);
    if (rank !== undefined) return rank;
    const start = columns.resourceStarts[resource] as number;
    const end = columns.resourceStarts[resource + 1] as number;
    const count = countOf(resource);
    rank =
      order.rows === null || count * FEW < end - start
        ? rankCollected(collect(rows, start, count), order.keyOf)
        : rankAlong(rows, order.rows.subarray(start, end), count, order.keyOf);
    ranks.set(resource, rank);
    return rank;
  }

  return {
    before(resource, row) {
      const rank = rankOf(resource);
      const before = rank.before(row);
      return turned ? rank.count - before - (hasBit(rows, row) ? 1 : 0) : before;
    },
    at(resource, place) {
      const rank = rankOf(resource);
      if (place >= rank.count) throw new RangeError("There are fewer rows than that");
      return rank.at(turned ? rank.count - 1 - place : place);
    },
  };
}

/** The next `count` rows of the set from `start` on. */
function collect(rows: Bitset, start: EntitlementRow, count: number): Uint32Array {
  const collected = new Uint32Array(count);
  let row = start - 1;
  for (let place = 0; place < count; place++) {
    row = nextBit(rows, row + 1);
    collected[place] = row;
  }
  return collected;
}

/** @param own the rows of the set, sorted as far as needed */
function rankCollected(own: Uint32Array, keyOf: KeyOf): ResourceRank {
  const { length: count } = own;
  const sort = sortPartly(own, keyOf);
  const sorted = (place: number): EntitlementRow => {
    const start = place - (place % BLOCK);
    sort(start, start + BLOCK);
    return own[place] as number;
  };
  return {
    count,
    at: sorted,
    before: (row) => findPlace(count, (place) => compareByKeys(keyOf, sorted(place), row) < 0),
  };
}

/** @param all all rows of the resource, in order */
function rankAlong(rows: Bitset, all: Uint32Array, count: number, keyOf: KeyOf): ResourceRank {
  /** Rows of the set before each block, as far as counted. */
  const prefix = [0];

  function countTo(from: number, to: number): number {
    let counted = 0;
    for (let place = from; place < to; place++) {
      if (hasBit(rows, all[place] as number)) counted++;
    }
    return counted;
  }

  function countBlock(): void {
    const start = (prefix.length - 1) * BLOCK;
    prefix.push((prefix.at(-1) as number) + countTo(start, Math.min(start + BLOCK, all.length)));
  }

  return {
    count,
    before(row) {
      const place = findPlace(all.length, (at) => compareByKeys(keyOf, all[at] as number, row) < 0);
      const block = Math.floor(place / BLOCK);
      while (prefix.length <= block) countBlock();
      return (prefix[block] as number) + countTo(block * BLOCK, place);
    },
    at(rank) {
      while ((prefix.at(-1) as number) <= rank) countBlock();
      const block = lastAtMost(prefix, prefix.length, rank);
      let left = rank - (prefix[block] as number);
      for (let place = block * BLOCK; ; place++) {
        const row = all[place] as number;
        if (hasBit(rows, row) && left-- === 0) return row;
      }
    },
  };
}

/** The first of `length` positions that does not come before, given that those that do form a prefix. */
function findPlace(length: number, comesBefore: (place: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comesBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
