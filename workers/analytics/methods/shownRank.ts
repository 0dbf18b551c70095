/**
 * Rank and select over the shown rows of a resource: how many stand before a row, and which is the k-th.
 * One prefix count a block of rows, made when a resource is first asked for; a question scans one block.
 */
import { lastAtMost, type ReportColumns } from "../../columns/reportColumns.ts";
import type { EntitlementRow, ResourceIndex } from "../contract.ts";
import { shownBit, type RowFlags } from "./rowFlags.ts";

const BLOCK = 1024;

export interface ShownRank {
  /** Shown rows of the resource before `row`, which is one of its rows. */
  before(resource: ResourceIndex, row: EntitlementRow): number;
  /** The shown row that `rank` shown rows of the resource precede; there must be one. */
  at(resource: ResourceIndex, rank: number): EntitlementRow;
}

/** Valid until the flags change. */
export function rankShown(state: RowFlags, columns: ReportColumns): ShownRank {
  const { flags } = state;
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
      prefix[block] = (prefix[block - 1] as number) + countShown(flags, end - BLOCK, end);
    }
    prefixes.set(resource, prefix);
    return prefix;
  }

  function before(resource: ResourceIndex, row: EntitlementRow): number {
    const start = columns.resourceStarts[resource] as number;
    const block = Math.floor((row - start) / BLOCK);
    const counted = prefixOf(resource)[block] as number;
    return counted + countShown(flags, start + block * BLOCK, row);
  }

  function at(resource: ResourceIndex, rank: number): EntitlementRow {
    const prefix = prefixOf(resource);
    const block = lastAtMost(prefix, prefix.length, rank);
    const end = columns.resourceStarts[resource + 1] as number;
    let row = (columns.resourceStarts[resource] as number) + block * BLOCK;
    for (let left = rank - (prefix[block] as number); row < end; row++) {
      left -= shownBit(flags[row] as number);
      if (left < 0) return row;
    }
    throw new RangeError(`Resource ${resource} has no shown row of rank ${rank}`);
  }
}

function countShown(flags: Uint8Array, start: EntitlementRow, end: EntitlementRow): number {
  let shown = 0;
  for (let row = start; row < end; row++) shown += shownBit(flags[row] as number);
  return shown;
}
