/**
 * Lists of ascending rows, many in one array of bytes: varint-encoded distances from row to row, the first from row -1,
 * seven bits per byte, lowest first. A list of one row in a hundred takes about a byte and a half per row instead of
 * four.
 */
import type { EntitlementRow } from "../../columns/units.ts";
import type { Bitset } from "./bitset.ts";

export interface RowLists {
  /** List i is `bytes[starts[i] .. starts[i + 1])`. */
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
}

/** Bytes of a distance; 0, of a repeated row, also takes one. */
export function encodedLength(distance: number): number {
  let length = 1;
  for (let left = distance >>> 7; left > 0; left >>>= 7) length++;
  return length;
}

/** Writes a distance at `bytes[at]` and returns its end. */
export function writeDistance(bytes: Uint8Array, at: number, distance: number): number {
  let to = at;
  let left = distance;
  for (; left >= 0x80; left >>>= 7) bytes[to++] = (left & 0x7f) | 0x80;
  bytes[to++] = left;
  return to;
}

/** Adds the rows of a list. */
export function uniteList(target: Bitset, { bytes, starts }: RowLists, list: number): void {
  const end = starts[list + 1] as number;
  let row: EntitlementRow = -1;
  for (let at = starts[list] as number; at < end; at++) {
    let byte = bytes[at] as number;
    let distance = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[++at] as number;
      distance |= (byte & 0x7f) << shift;
    }
    row += distance;
    target[row >>> 5] = (target[row >>> 5] as number) | (1 << (row & 31));
  }
}
