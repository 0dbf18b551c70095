/** Typing on the table goes to the next row whose name begins so. */
import { attach, createEffect, createEvent, createStore, sample } from "effector";
import type { FoundRow } from "#workers/analytics/contract.ts";
import { askAnalytics } from "../../../kernel/analytics.ts";
import { $tableResult, $place, refreshTableFx } from "./tableQuery.ts";
import { $exporting } from "../export/exporting.ts";

/** What was typed so far. */
export const typeAhead = createEvent<string>();

interface Search {
  readonly generation: number;
  readonly text: string;
  /** The row before the first that is looked at. */
  readonly from: number;
}

/** Asks for the table anew; null while an export runs, which that would break off. */
const freshFx = attach({
  source: $exporting,
  effect: (exporting: boolean) => (exporting ? null : refreshTableFx()),
});

const findFx = createEffect(async (search: Search): Promise<FoundRow | null> => {
  const found = await findRow(search);
  if (found !== null) return found;
  // Another question came between and made the table stale.
  const fresh = await freshFx();
  return fresh && findRow({ ...search, generation: fresh.view.generation });
});

function findRow({ generation, text, from }: Search): Promise<FoundRow | null> {
  return askAnalytics("findRow", generation, text, from);
}

/** Where the text was found last, a new object each time; null before. */
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
    // One letter goes on from row to row; a longer text may still fit the row that its beginning found.
    from: Array.from(text).length === 1 ? active : Math.max(-1, active - 1),
  }),
  target: findFx,
});
