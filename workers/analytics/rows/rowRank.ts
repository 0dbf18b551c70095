/**
 * Rank and select over a set of rows in table order: the number of rows of a resource before one, and the k-th row.
 * This module has report order and orders that follow from it without sorting; `sortedRank.ts` has the others.
 */
import { lastAtMost, type ReportColumns } from "../../columns/reportColumns.ts";
import type { EntitlementRow, ResourceIndex } from "../../columns/units.ts";
import {
  countRange,
  exclude,
  hasBit,
  intersect,
  nextBit,
  popcount,
  rangeMask,
  type Bitset,
} from "./bitset.ts";

export interface RowRank {
  /** Number of rows of the set before `row`, which must be in the resource but not in the set. */
  before(resource: ResourceIndex, row: EntitlementRow): number;
  /** The row of the set with `rank` predecessors in the resource; it must exist. */
  at(resource: ResourceIndex, rank: number): EntitlementRow;
}

/** Rows of a block, counted by words. */
const BLOCK = 2048;

/** In report order. Valid until the set changes. */
export function rankRows(rows: Bitset, { resourceStarts }: ReportColumns): RowRank {
  const prefixes = new Map<ResourceIndex, Uint32Array>();
  return { before, at };

  /** Rows of the resource before each of its blocks. */
  function prefixOf(resource: ResourceIndex): Uint32Array {
    let prefix = prefixes.get(resource);
    if (prefix !== undefined) return prefix;
    const start = resourceStarts[resource] as number;
    const length = (resourceStarts[resource + 1] as number) - start;
    prefix = new Uint32Array(Math.ceil(length / BLOCK));
    for (let block = 1; block < prefix.length; block++) {
      const end = start + block * BLOCK;
      prefix[block] = (prefix[block - 1] as number) + countRange(rows, end - BLOCK, end);
    }
    prefixes.set(resource, prefix);
    return prefix;
  }

  function before(resource: ResourceIndex, row: EntitlementRow): number {
    const start = resourceStarts[resource] as number;
    const block = Math.floor((row - start) / BLOCK);
    const counted = prefixOf(resource)[block] as number;
    return counted + countRange(rows, start + block * BLOCK, row);
  }

  function at(resource: ResourceIndex, rank: number): EntitlementRow {
    const prefix = prefixOf(resource);
    const block = lastAtMost(prefix, prefix.length, rank);
    const start = (resourceStarts[resource] as number) + block * BLOCK;
    return select(rows, start, rank - (prefix[block] as number));
  }
}

/** The row of the set with `rank` predecessors at or after `start`. */
function select(bits: Bitset, start: EntitlementRow, rank: number): EntitlementRow {
  let word = start >>> 5;
  let from = start;
  let left = rank;
  for (;;) {
    const count = popcount((bits[word] as number) & rangeMask(word, from, (word + 1) << 5));
    if (left < count) break;
    left -= count;
    from = ++word << 5;
    if (word >= bits.length) throw new RangeError("There are fewer rows than that");
  }
  let row = nextBit(bits, from);
  for (; left > 0; left--) row = nextBit(bits, row + 1);
  return row;
}

/** The reverse of `rank`, which belongs to `rows`, within each resource. */
export function turnRank(rank: RowRank, rows: Bitset, { resourceStarts }: ReportColumns): RowRank {
  const countOf = countOnce(rows, resourceStarts);
  return {
    before: (resource, row) =>
      countOf(resource) - rank.before(resource, row) - (hasBit(rows, row) ? 1 : 0),
    at: (resource, place) => rank.at(resource, countOf(resource) - 1 - place),
  };
}

/** Within each resource the rows in `first`, then the others, both in report order. */
export function rankDivided(rows: Bitset, first: Bitset, columns: ReportColumns): RowRank {
  const { resourceStarts } = columns;
  const front = rows.slice();
  intersect(front, rows, first);
  const rest = rows.slice();
  exclude(rest, first);
  const ofFront = rankRows(front, columns);
  const ofRest = rankRows(rest, columns);
  const inFront = countOnce(front, resourceStarts);
  return {
    before: (resource, row) =>
      hasBit(first, row)
        ? ofFront.before(resource, row)
        : inFront(resource) + ofRest.before(resource, row),
    at: (resource, rank) => {
      const count = inFront(resource);
      return rank < count ? ofFront.at(resource, rank) : ofRest.at(resource, rank - count);
    },
  };
}

/** The number of rows of each resource in the set, counted once each. */
export function countOnce(
  rows: Bitset,
  resourceStarts: Uint32Array,
): (resource: ResourceIndex) => number {
  const counts = new Map<ResourceIndex, number>();
  return (resource) => {
    let count = counts.get(resource);
    if (count === undefined) {
      const start = resourceStarts[resource] as number;
      count = countRange(rows, start, resourceStarts[resource + 1] as number);
      counts.set(resource, count);
    }
    return count;
  };
}
