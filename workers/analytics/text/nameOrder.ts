/**
 * The order of all rows by name, built once per report beside the queries, which sort their own rows until it is
 * complete.
 */
import type { ReportColumns } from "../../columns/reportColumns.ts";
import { collate } from "./collation.ts";
import { sortPartly } from "./multikeySort.ts";
import type { Steps } from "../steps.ts";

/** The sort keys of names. */
export type NamesInResources = Pick<ReportColumns, "names" | "resourceStarts">;

/** Rows sorted per step. */
const BLOCK = 1 << 12;

/**
 * Each resource's rows by name (`collation.ts`), at their positions among all rows. O(n log n) in steps of a block; the
 * first step of a resource covers all of its rows.
 */
export function* orderByName({ names, resourceStarts }: NamesInResources): Steps<Uint32Array> {
  const rows = new Uint32Array(names.offsets.length - 1);
  const keyOf = collate(names);
  yield;
  for (let resource = 0; resource + 1 < resourceStarts.length; resource++) {
    const start = resourceStarts[resource] as number;
    const own = rows.subarray(start, resourceStarts[resource + 1]);
    for (let place = 0; place < own.length; place++) own[place] = start + place;
    const sort = sortPartly(own, keyOf);
    for (let from = 0; from < own.length; from += BLOCK) {
      sort(from, from + BLOCK);
      yield;
    }
  }
  return rows;
}
