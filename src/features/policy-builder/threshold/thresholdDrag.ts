/**
 * A drag of the slider. The table is asked as soon as the pointer moves. What stands around the slider is drawn with the next
 * frame, in which the answer mostly is, too: drawn before, the page would be laid out once for each of them.
 */
import { attach, combine, createEvent, createStore, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import { nextFrameFx } from "../../../kernel/ports.ts";
import { onLive } from "../../../kernel/recorder.ts";
import { $builder, moveThreshold } from "../model.ts";
import { sliderPercent } from "./rules.ts";

/** By a pointer that is held. */
export const dragThreshold = createEvent<number>();
/** By a key, a press or a field: drawn at once. */
export const setThreshold = createEvent<number>();

/** Where the slider itself stands: the next move or key goes on from there. */
export const $threshold = $builder.map(({ threshold }) => threshold);

const frameFx = attach({ effect: nextFrameFx });
const begun = sample({
  clock: dragThreshold,
  source: { threshold: $threshold, pending: frameFx.pending },
  filter: ({ pending }) => !pending,
  fn: ({ threshold }) => threshold,
});
/** What is drawn until the next frame. */
const $held = createStore<number | null>(null, { serialize: "ignore" })
  .on(begun, (_state, threshold) => threshold)
  .reset(setThreshold, frameFx.finally, onLive(screenOpened));
/** Where the threshold stands as it is drawn around the slider. */
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
