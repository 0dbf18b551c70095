/**
 * Rank and select over the shown rows (the resource filter aside): how many stand before a row, and which is the k-th.
 * One prefix count a block of rows; a question scans one block.
 */
import { lastAtMost } from "../../columns/reportColumns.ts";
import type { EntitlementRow } from "../contract.ts";
import { SHOWN, type RowFlags } from "./rowFlags.ts";

const BLOCK = 1024;

export interface ShownRank {
  /** Shown rows before `row`, which may be the row count. */
  before(row: EntitlementRow): number;
  /** The shown row that `rank` shown rows precede; there must be one. */
  at(rank: number): EntitlementRow;
}

/** Valid until the flags change. */
export function rankShown(state: RowFlags): ShownRank {
  const { flags } = state;
  const blocks = Math.ceil(flags.length / BLOCK);
  const prefix = new Uint32Array(blocks + 1);
  for (let block = 0; block < blocks; block++) {
    prefix[block + 1] = (prefix[block] as number) + count(block * BLOCK, (block + 1) * BLOCK);
  }
  return { before, at };

  function count(start: number, stop: number): number {
    const end = Math.min(stop, flags.length);
    let shown = 0;
    for (let row = start; row < end; row++) {
      if (((flags[row] as number) & SHOWN) === SHOWN) shown++;
    }
    return shown;
  }

  function before(row: EntitlementRow): number {
    const block = Math.floor(row / BLOCK);
    return (prefix[block] as number) + count(block * BLOCK, row);
  }

  function at(rank: number): EntitlementRow {
    const block = lastAtMost(prefix, blocks, rank);
    let left = rank - (prefix[block] as number);
    for (let row = block * BLOCK; row < flags.length; row++) {
      if (((flags[row] as number) & SHOWN) !== SHOWN) continue;
      if (left-- === 0) return row;
    }
    throw new RangeError(`No shown row has rank ${rank}`);
  }
}
