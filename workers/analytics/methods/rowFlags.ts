/**
 * The state of every row as one byte of flags, and per resource how many rows have which byte.
 * All counts of the builder are sums over those tallies, so that a change costs the rows that it touches and no more.
 * Invariant after each exported function here: the tallies agree with the flags.
 */
import { resourceCount, type ReportColumns } from "../../columns/reportColumns.ts";
import { LOW_COHESION_PERCENT } from "#events/policy/builder.ts";
import type { EntitlementRow, ResourceIndex } from "../contract.ts";

/** Ticked by the user. */
export const TICKED = 1;
/** The name contains the filter text. */
export const MATCHES = 2;
/** The percentage is at or above the threshold. */
export const KEPT = 4;
/** The org's policy induces the role already. */
export const IN_POLICY = 8;
/** The percentage is below LOW_COHESION_PERCENT. */
export const LOW = 16;
/** How many different flag bytes there are. */
export const FLAG_BYTES = 32;
/** What a row of the table needs, apart from its resource's being in the filter. */
export const SHOWN = MATCHES | KEPT;

/** 1 for the flags of a shown row, else 0, without a branch that a mixed column would mispredict. */
export function shownBit(byte: number): number {
  // MATCHES is bit 1, KEPT is bit 2.
  return (byte >> 1) & (byte >> 2) & 1;
}

export interface RowFlags {
  readonly flags: Uint8Array;
  /** FLAG_BYTES counts a resource. */
  readonly tallies: Uint32Array;
}

/** Everything ticked, matching and kept, nothing in the policy. */
export function initialFlags(columns: ReportColumns): RowFlags {
  const { percents, rowCount } = columns;
  const flags = new Uint8Array(rowCount);
  for (let row = 0; row < rowCount; row++) {
    const low = (percents[row] as number) < LOW_COHESION_PERCENT ? LOW : 0;
    flags[row] = TICKED | SHOWN | low;
  }
  const state = { flags, tallies: new Uint32Array(resourceCount(columns) * FLAG_BYTES) };
  retallyAll(state, columns);
  return state;
}

export function retallyAll(state: RowFlags, columns: ReportColumns): void {
  for (let resource = 0; resource < resourceCount(columns); resource++) {
    retally(state, columns, resource);
  }
}

/** Counters in four lanes: neighbours mostly have the same flags, and adding to one counter again and again stalls. */
const lanes = new Uint32Array(4 * FLAG_BYTES);

/** Counts one resource anew, in O(its rows). */
export function retally(state: RowFlags, columns: ReportColumns, resource: ResourceIndex): void {
  const { flags, tallies } = state;
  const start = columns.resourceStarts[resource] as number;
  const end = columns.resourceStarts[resource + 1] as number;
  lanes.fill(0);
  let row = start;
  for (; row + 3 < end; row += 4) {
    count(flags[row] as number);
    count(FLAG_BYTES + (flags[row + 1] as number));
    count(2 * FLAG_BYTES + (flags[row + 2] as number));
    count(3 * FLAG_BYTES + (flags[row + 3] as number));
  }
  for (; row < end; row++) count(flags[row] as number);
  const base = resource * FLAG_BYTES;
  for (let byte = 0; byte < FLAG_BYTES; byte++) {
    let sum = 0;
    for (let lane = byte; lane < lanes.length; lane += FLAG_BYTES) sum += lanes[lane] as number;
    tallies[base + byte] = sum;
  }
}

function count(lane: number): void {
  lanes[lane] = (lanes[lane] as number) + 1;
}

/** Sets or clears one flag of one row, in O(1). */
export function setFlag(
  state: RowFlags,
  resource: ResourceIndex,
  row: EntitlementRow,
  flag: number,
  on: boolean,
): void {
  const { flags, tallies } = state;
  const before = flags[row] as number;
  const after = on ? before | flag : before & ~flag;
  if (after === before) return;
  const base = resource * FLAG_BYTES;
  flags[row] = after;
  tallies[base + before] = (tallies[base + before] as number) - 1;
  tallies[base + after] = (tallies[base + after] as number) + 1;
}

/** How many rows of the resource have all flags of `mask`. */
export function countWith(state: RowFlags, resource: ResourceIndex, mask: number): number {
  const base = resource * FLAG_BYTES;
  let count = 0;
  for (let byte = mask; byte < FLAG_BYTES; byte++) {
    if ((byte & mask) === mask) count += state.tallies[base + byte] as number;
  }
  return count;
}
