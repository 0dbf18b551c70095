/** Which names contain a text, both as `normalizeForFilter` gives them: a search over the bytes of all names at once. */
import { normalizeForFilter } from "#events/policy/filterText.ts";
import { lastAtMost, type ReportColumns } from "../../columns/reportColumns.ts";
import type { EntitlementRow } from "../contract.ts";
import { MATCHES, retallyAll, type RowFlags } from "./rowFlags.ts";

const utf8 = new TextEncoder();

/** One byte a row: 1 where the name matches. Null stands for all rows. */
export type TextMatches = Uint8Array | null;

/** Matches of `text` among all rows; `within`, where given, must be the matches of a text that `text` contains. */
export function matchText(
  columns: ReportColumns,
  text: string,
  within: TextMatches = null,
): TextMatches {
  const needle = normalizeForFilter(text);
  if (needle === "") return null;
  const bytes = utf8.encode(needle);
  const matches = new Uint8Array(columns.rowCount);
  if (within !== null) searchWithin(columns, bytes, within, matches);
  else searchRows(columns, bytes, 0, columns.rowCount, (row) => (matches[row] = 1));
  return matches;
}

/** Calls `found` for each matching row from `start` to before `end`, ascending. */
export function forEachMatch(
  columns: ReportColumns,
  text: string,
  start: EntitlementRow,
  end: EntitlementRow,
  found: (row: EntitlementRow) => void,
): void {
  const needle = normalizeForFilter(text);
  if (needle === "") for (let row = start; row < end; row++) found(row);
  else searchRows(columns, utf8.encode(needle), start, end, found);
}

/** Brings MATCHES up to date. */
export function applyText(state: RowFlags, columns: ReportColumns, matches: TextMatches): void {
  const { flags } = state;
  if (matches === null) {
    for (let row = 0; row < flags.length; row++) flags[row] = (flags[row] as number) | MATCHES;
  } else {
    for (let row = 0; row < flags.length; row++) {
      flags[row] = ((flags[row] as number) & ~MATCHES) | ((matches[row] as number) * MATCHES);
    }
  }
  retallyAll(state, columns);
}

/**
 * Horspool's search over the rows' bytes as one text: a byte that the needle lacks lets it skip the needle's length.
 * No match spans two rows, as SEARCH_END stands between them. A row is left at its first match.
 */
function searchRows(
  columns: ReportColumns,
  needle: Uint8Array,
  start: EntitlementRow,
  end: EntitlementRow,
  found: (row: EntitlementRow) => void,
): void {
  if (start >= end) return;
  const { bytes, offsets } = columns.search;
  const last = needle.length - 1;
  const lastByte = needle[last] as number;
  const skips = new Uint32Array(256).fill(needle.length);
  for (let index = 0; index < last; index++) skips[needle[index] as number] = last - index;
  const stop = offsets[end] as number;
  let row = start;
  let at = (offsets[start] as number) + last;
  while (at < stop) {
    const byte = bytes[at] as number;
    if (byte === lastByte && isAt(bytes, needle, at - last)) {
      const first = at - last;
      row = nextRowAt(offsets, row, end, first);
      found(row);
      at = (offsets[row + 1] as number) + last;
    } else {
      at += skips[byte] as number;
    }
  }
}

/** The row whose bytes hold `position`, at `row` or after it: near ones by stepping, far ones by bisection. */
function nextRowAt(
  offsets: Uint32Array,
  row: EntitlementRow,
  end: EntitlementRow,
  position: number,
): EntitlementRow {
  for (let step = 0; step < 16; step++, row++) {
    if ((offsets[row + 1] as number) > position) return row;
  }
  return row + lastAtMost(offsets.subarray(row, end), end - row, position);
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
