/** The matches of the texts asked for last, so that deleting a key, undo and selection by text cost nothing. */
import { normalizeForFilter } from "#events/policy/filterText.ts";
import type { ReportColumns } from "../../columns/reportColumns.ts";
import { createBitset, type Bitset } from "./bitset.ts";
import { matchText } from "./filterByText.ts";

/** Texts remembered; each costs a bit a row. */
const REMEMBERED = 32;

/** The rows whose names match a text as typed; not to be changed. */
export function rememberMatches(columns: ReportColumns): (text: string) => Bitset {
  const everything = createBitset(columns.rowCount, true);
  /** By normalised text, the one used last at the end. */
  const known = new Map<string, Bitset>();
  return (text) => {
    const needle = normalizeForFilter(text);
    if (needle === "") return everything;
    const matches = known.get(needle) ?? matchText(columns, needle);
    known.delete(needle);
    known.set(needle, matches);
    if (known.size > REMEMBERED) known.delete(known.keys().next().value as string);
    return matches;
  };
}
