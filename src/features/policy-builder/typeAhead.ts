/** Typing on the table goes to the next row whose name begins so. */
import { attach, createEffect, createEvent, createStore, sample } from "effector";
import { analyticsFx } from "../../kernel/analytics.ts";
import { $evaluation, $place, askView, type Evaluation } from "./evaluation.ts";
import type { Place } from "./following.ts";

/** What was typed so far. */
export const typeAhead = createEvent<string>();

interface Search {
  readonly evaluation: Evaluation;
  readonly text: string;
  /** The row before the first that is looked at. */
  readonly from: number;
}

const askFx = attach({ effect: analyticsFx });
/** Null where no row begins so, or the worker stands at another question. */
const findIn = async (generation: number, { text, from }: Search) =>
  (await askFx({ method: "findRow", generation, text, from })) as number | null;

const findFx = createEffect(async (search: Search): Promise<number | null> => {
  const { builder, view } = search.evaluation;
  const found = await findIn(view.generation, search);
  if (found !== null) return found;
  // Another question may have come between, such as what an apply takes: it is asked in the same view anew.
  const { generation } = await askView(builder, null);
  return findIn(generation, search);
});

/** Where the text was found last, a new object each time; null before. */
export const $found = createStore<{ readonly position: number } | null>(null, {
  serialize: "ignore",
}).on(findFx.doneData, (state, position) => (position === null ? state : { position }));

sample({
  clock: typeAhead,
  source: { evaluation: $evaluation, place: $place },
  filter: (state: {
    readonly evaluation: Evaluation | null;
    readonly place: Place;
  }): state is { readonly evaluation: Evaluation; readonly place: Place } =>
    state.evaluation !== null,
  fn: ({ evaluation, place: { active } }, text): Search => ({
    evaluation,
    text,
    // One letter goes on from row to row; a longer text may still fit the row that its beginning found.
    from: Array.from(text).length === 1 ? active : Math.max(-1, active - 1),
  }),
  target: findFx,
});
