/** Which names contain a text, both as `normalizeForFilter` gives them: a search over the bytes of all names at once. */
import { normalizeForFilter } from "#events/policy/filterText.ts";
import type { ReportColumns } from "../../columns/reportColumns.ts";
import type { EntitlementRow } from "../contract.ts";
import { MATCHES, retallyAll, type RowFlags } from "./rowFlags.ts";

const utf8 = new TextEncoder();
/** Bytes of names that are looked at to tell which bytes are common. */
const SAMPLE = 1 << 15;

/** One byte a row of a range: 1 where the name matches. Null stands for all. */
export type TextMatches = Uint8Array | null;

/** Matches of `text` among all rows; `within`, where given, must be the matches of a text that `text` contains. */
export function matchText(
  columns: ReportColumns,
  text: string,
  within: TextMatches = null,
): TextMatches {
  if (within === null) return matchRange(columns, text, 0, columns.rowCount);
  const matches = new Uint8Array(columns.rowCount);
  searchWithin(columns, utf8.encode(normalizeForFilter(text)), within, matches);
  return matches;
}

/** Matches of `text` among the rows `start` to before `end`; the first of them stands at 0. */
export function matchRange(
  columns: ReportColumns,
  text: string,
  start: EntitlementRow,
  end: EntitlementRow,
): TextMatches {
  const needle = normalizeForFilter(text);
  if (needle === "") return null;
  const matches = new Uint8Array(end - start);
  searchRange(columns, utf8.encode(needle), start, matches);
  return matches;
}

/** Brings MATCHES up to date. */
export function applyText(state: RowFlags, columns: ReportColumns, matches: TextMatches): void {
  const { flags } = state;
  const { rowCount } = columns;
  if (matches === null) {
    for (let row = 0; row < rowCount; row++) flags[row] = (flags[row] as number) | MATCHES;
  } else {
    for (let row = 0; row < rowCount; row++) {
      flags[row] = ((flags[row] as number) & ~MATCHES) | ((matches[row] as number) * MATCHES);
    }
  }
  retallyAll(state, columns);
}

/**
 * Searches the rows' bytes as one text for the needle's rarest byte, which the platform does fastest, and compares
 * there. No match spans two rows, as SEARCH_END stands between them. A row is left at its first match.
 */
function searchRange(
  columns: ReportColumns,
  needle: Uint8Array,
  start: EntitlementRow,
  matches: Uint8Array,
): void {
  const { offsets } = columns.search;
  const base = offsets[start] as number;
  const bytes = columns.search.bytes.subarray(base, offsets[start + matches.length]);
  const rarest = rarestIndex(needle, bytes);
  const rareByte = needle[rarest] as number;
  let index = 0;
  let next = (offsets[start + 1] as number) - base;
  for (let at = bytes.indexOf(rareByte, rarest); at >= 0; at = bytes.indexOf(rareByte, at + 1)) {
    if (!isAt(bytes, needle, at - rarest)) continue;
    while (next <= at) {
      index++;
      next = (offsets[start + index + 1] as number) - base;
    }
    matches[index] = 1;
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

function searchWithin(
  columns: ReportColumns,
  needle: Uint8Array,
  within: Uint8Array,
  matches: Uint8Array,
): void {
  const { bytes, offsets } = columns.search;
  for (let row = within.indexOf(1); row >= 0; row = within.indexOf(1, row + 1)) {
    const stop = (offsets[row + 1] as number) - needle.length;
    for (let at = offsets[row] as number; at < stop; at++) {
      if (isAt(bytes, needle, at)) {
        matches[row] = 1;
        break;
      }
    }
  }
}

function isAt(bytes: Uint8Array, needle: Uint8Array, at: number): boolean {
  for (let index = 0; index < needle.length; index++) {
    if (bytes[at + index] !== needle[index]) return false;
  }
  return true;
}
