/**
 * A drag of the slider. The table is queried as soon as the pointer moves. The texts around the slider render with the
 * next frame, usually together with the answer, so that the page is laid out once for both.
 */
import { attach, combine, createEvent, createStore, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import { nextFrameFx } from "../../../kernel/ports.ts";
import { onLive } from "../../../kernel/recorder.ts";
import { $builder, moveThreshold } from "../model.ts";
import { sliderPercent } from "./rules.ts";

/** By a held pointer. */
export const dragThreshold = createEvent<number>();
/** By a key, a press or a field: rendered immediately. */
export const setThreshold = createEvent<number>();

/** The slider's own value, from which the next move or key continues. */
export const $threshold = $builder.map(({ threshold }) => threshold);

const frameFx = attach({ effect: nextFrameFx });
const begun = sample({
  clock: dragThreshold,
  source: { threshold: $threshold, pending: frameFx.pending },
  filter: ({ pending }) => !pending,
  fn: ({ threshold }) => threshold,
});
/** The rendered value until the next frame. */
const $held = createStore<number | null>(null, { serialize: "ignore" })
  .on(begun, (_state, threshold) => threshold)
  .reset(setThreshold, frameFx.finally, onLive(screenOpened));
/** The threshold as rendered around the slider. */
export const $drawnThreshold = combine($held, $threshold, (held, threshold) => held ?? threshold);
sample({ clock: begun, fn: () => undefined, target: frameFx });

const changed = sample({
  clock: [dragThreshold, setThreshold],
  source: $threshold,
  fn: (threshold, value) => ({ percent: sliderPercent(value), threshold }),
});
sample({
  clock: changed,
  filter: ({ percent, threshold }) => percent !== threshold,
  fn: ({ percent }) => ({ percent }),
  target: moveThreshold,
});
