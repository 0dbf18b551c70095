/** Typing on the table goes to the next row whose name begins so. */
import { attach, createEffect, createEvent, createStore, sample } from "effector";
import { analyticsFx } from "../../kernel/analytics.ts";
import { $evaluation, $place } from "./evaluation.ts";

/** What was typed so far. */
export const typeAhead = createEvent<string>();

interface Search {
  readonly generation: number;
  readonly text: string;
  /** The row before the first that is looked at. */
  readonly from: number;
}

const askFx = attach({ effect: analyticsFx });
const findFx = createEffect(
  async (search: Search) => (await askFx({ method: "findRow", ...search })) as number | null,
);

/** Where the text was found last, a new object each time; null before. */
export const $found = createStore<{ readonly position: number } | null>(null, {
  serialize: "ignore",
}).on(findFx.doneData, (state, position) => (position === null ? state : { position }));

sample({
  clock: typeAhead,
  source: { evaluation: $evaluation, place: $place },
  filter: ({ evaluation }) => evaluation !== null,
  fn: ({ evaluation, place: { active } }, text) => ({
    generation: evaluation?.view.generation ?? 0,
    text,
    // One letter goes on from row to row; a longer text may still fit the row that its beginning found.
    from: Array.from(text).length === 1 ? active : Math.max(-1, active - 1),
  }),
  target: findFx,
});
