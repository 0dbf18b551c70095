/** Type-ahead: typing in the table goes to the next row whose name starts with the text. */
import { attach, createEffect, createEvent, createStore, sample } from "effector";
import type { FoundRow } from "#workers/analytics/contract.ts";
import { askAnalytics } from "../../../kernel/analytics.ts";
import { $tableResult, $place, refreshTableFx } from "./tableQuery.ts";
import { $exporting } from "../export/exporting.ts";

/** The text typed so far. */
export const typeAhead = createEvent<string>();

interface Search {
  readonly generation: number;
  readonly text: string;
  /** The search starts after this row. */
  readonly from: number;
}

/** Queries the table again; null while an export runs, which the query would end. */
const freshFx = attach({
  source: $exporting,
  effect: (exporting: boolean) => (exporting ? null : refreshTableFx()),
});

const findFx = createEffect(async (search: Search): Promise<FoundRow | null> => {
  const found = await findRow(search);
  if (found !== null) return found;
  // Another query intervened and made the table stale.
  const fresh = await freshFx();
  return fresh && findRow({ ...search, generation: fresh.view.generation });
});

function findRow({ generation, text, from }: Search): Promise<FoundRow | null> {
  return askAnalytics("findRow", generation, text, from);
}

/** The last match, a new object each time; null before the first. */
export const $found = createStore<{ readonly position: number } | null>(null, {
  serialize: "ignore",
}).on(findFx.doneData, (state, found) =>
  found === null || found.position === null ? state : { position: found.position },
);

sample({
  clock: typeAhead,
  source: { tableResult: $tableResult, place: $place },
  filter: ({ tableResult }) => tableResult !== null,
  fn: ({ tableResult, place: { active } }, text) => ({
    generation: tableResult?.view.generation ?? 0,
    text,
    // One letter moves from row to row; a longer text may still match the current row.
    from: Array.from(text).length === 1 ? active : Math.max(-1, active - 1),
  }),
  target: findFx,
});
