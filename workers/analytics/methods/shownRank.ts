/**
 * Rank and select over the shown rows of a resource: how many stand before a row, and which is the k-th.
 * One prefix count a block of rows, made when a resource is first asked for; a question counts within one block.
 */
import { lastAtMost, type ReportColumns } from "../../columns/reportColumns.ts";
import type { EntitlementRow, ResourceIndex } from "../contract.ts";
import { countRange, nextBit, popcount, rangeMask, type Bitset } from "./bitset.ts";

const BLOCK = 2048;

export interface ShownRank {
  /** Shown rows of the resource before `row`, which is one of its rows. */
  before(resource: ResourceIndex, row: EntitlementRow): number;
  /** The shown row that `rank` shown rows of the resource precede; there must be one. */
  at(resource: ResourceIndex, rank: number): EntitlementRow;
}

/** Valid until `shown` changes. */
export function rankShown(shown: Bitset, columns: ReportColumns): ShownRank {
  const prefixes = new Map<ResourceIndex, Uint32Array>();
  return { before, at };

  /** Shown rows of the resource before each of its blocks. */
  function prefixOf(resource: ResourceIndex): Uint32Array {
    let prefix = prefixes.get(resource);
    if (prefix !== undefined) return prefix;
    const start = columns.resourceStarts[resource] as number;
    const rows = (columns.resourceStarts[resource + 1] as number) - start;
    prefix = new Uint32Array(Math.ceil(rows / BLOCK));
    for (let block = 1; block < prefix.length; block++) {
      const end = start + block * BLOCK;
      prefix[block] = (prefix[block - 1] as number) + countRange(shown, end - BLOCK, end);
    }
    prefixes.set(resource, prefix);
    return prefix;
  }

  function before(resource: ResourceIndex, row: EntitlementRow): number {
    const start = columns.resourceStarts[resource] as number;
    const block = Math.floor((row - start) / BLOCK);
    const counted = prefixOf(resource)[block] as number;
    return counted + countRange(shown, start + block * BLOCK, row);
  }

  function at(resource: ResourceIndex, rank: number): EntitlementRow {
    const prefix = prefixOf(resource);
    const block = lastAtMost(prefix, prefix.length, rank);
    const start = (columns.resourceStarts[resource] as number) + block * BLOCK;
    return select(shown, start, rank - (prefix[block] as number));
  }
}

/** The row of the set that `rank` rows at or after `start` precede. */
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
