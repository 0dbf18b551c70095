/**
 * A drag of the slider. The table is asked as soon as the pointer moves; the slider itself is drawn with the next frame, in
 * which the answer mostly is, too: drawn before, the page would be laid out once for each of them.
 */
import { attach, combine, createEvent, createStore, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import { nextFrameFx } from "../../kernel/ports.ts";
import { happened } from "../../kernel/recorder.ts";
import { $builder, moveThreshold } from "./model.ts";
import { sliderPercent } from "./rules.ts";

export const dragThreshold = createEvent<number>();

const frameFx = attach({ effect: nextFrameFx });
const begun = sample({
  clock: dragThreshold,
  source: { builder: $builder, pending: frameFx.pending },
  filter: ({ pending }) => !pending,
  fn: ({ builder }) => builder.threshold,
});
/** What is drawn until the next frame. */
const $drawn = createStore<number | null>(null, { serialize: "ignore" })
  .on(begun, (_state, threshold) => threshold)
  .reset(frameFx.finally, happened(screenOpened));
/** Where the slider stands as it is drawn. */
export const $threshold = combine($drawn, $builder, (drawn, { threshold }) => drawn ?? threshold);

sample({ clock: begun, fn: () => undefined, target: frameFx });
/** From a slider or a field. */
export const setThreshold = createEvent<number>();
const changed = sample({
  clock: [dragThreshold, setThreshold],
  source: $builder,
  fn: ({ threshold }, value) => ({ percent: sliderPercent(value), threshold }),
});
sample({
  clock: changed,
  filter: ({ percent, threshold }) => percent !== threshold,
  fn: ({ percent }) => ({ percent }),
  target: moveThreshold,
});
