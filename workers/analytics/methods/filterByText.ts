/** Which names contain a text, both as `normalizeForFilter` gives them: a search over the bytes of all names at once. */
import type { ReportColumns } from "../../columns/reportColumns.ts";
import { createBitset, setBit, type Bitset } from "./bitset.ts";

const utf8 = new TextEncoder();
/** Bytes of names that are looked at to tell which bytes are common. */
const SAMPLE = 1 << 15;

/** The rows whose names contain `needle`, which is normalised and not empty. */
export function matchText(columns: ReportColumns, needle: string): Bitset {
  const matches = createBitset(columns.rowCount);
  searchAll(columns, utf8.encode(needle), matches);
  return matches;
}

/**
 * Searches the rows' bytes as one text for the needle's rarest byte, which the platform does fastest, and compares
 * there. No match spans two rows, as SEARCH_END stands between them. A row is left at its first match.
 */
function searchAll(columns: ReportColumns, needle: Uint8Array, matches: Bitset): void {
  const { bytes, offsets } = columns.search;
  const rarest = rarestIndex(needle, bytes);
  const rareByte = needle[rarest] as number;
  let index = 0;
  let next = offsets[1] as number;
  for (let at = bytes.indexOf(rareByte, rarest); at >= 0; at = bytes.indexOf(rareByte, at + 1)) {
    if (!isAt(bytes, needle, at - rarest)) continue;
    while (next <= at) {
      index++;
      next = offsets[index + 1] as number;
    }
    setBit(matches, index, true);
    at = next - 1 + rarest;
  }
}

/** Index of the needle's byte that a sample of the names has least often. */
function rarestIndex(needle: Uint8Array, bytes: Uint8Array): number {
  const counts = new Uint32Array(256);
  const length = Math.min(bytes.length, SAMPLE);
  for (let at = 0; at < length; at++) {
    const byte = bytes[at] as number;
    counts[byte] = (counts[byte] as number) + 1;
  }
  const countAt = (index: number): number => counts[needle[index] as number] as number;
  let rarest = 0;
  for (let index = 1; index < needle.length; index++) {
    if (countAt(index) < countAt(rarest)) rarest = index;
  }
  return rarest;
}

function isAt(bytes: Uint8Array, needle: Uint8Array, at: number): boolean {
  for (let index = 0; index < needle.length; index++) {
    if (bytes[at + index] !== needle[index]) return false;
  }
  return true;
}
