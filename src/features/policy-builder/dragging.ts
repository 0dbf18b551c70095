/** A drag of the slider moves it many times between two frames: what is recorded is its first move and its last place. */
import { attach, combine, createEvent, createStore, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import { thresholdMoved } from "#events/actions/policyBuilder.ts";
import { nextFrameFx } from "../../kernel/ports.ts";
import { happened } from "../../kernel/recorder.ts";
import { $builder, moveThreshold } from "./model.ts";
import { sliderPercent } from "./rules.ts";

export const dragThreshold = createEvent<number>();
const dropDragged = createEvent();
const $dragged = createStore<number | null>(null, { serialize: "ignore" })
  .on(dragThreshold, (_state, percent) => sliderPercent(percent))
  .reset(dropDragged, happened(thresholdMoved), happened(screenOpened));
/** Where the slider stands, between two frames as well: the next key press goes on from there. */
export const $threshold = combine(
  $dragged,
  $builder,
  (dragged, { threshold }) => dragged ?? threshold,
);

const frameFx = attach({ effect: nextFrameFx });
/** At once, as pointers move once before a frame: waiting for it would show the answer a frame later. */
const first = sample({
  clock: dragThreshold,
  source: frameFx.pending,
  filter: (pending) => !pending,
});
const due = sample({
  clock: [first, frameFx.done],
  source: { dragged: $dragged, builder: $builder },
  fn: ({ dragged, builder }) => (dragged === builder.threshold ? null : dragged),
});
const moved = due.filterMap((percent) => (percent === null ? undefined : { percent }));
sample({ clock: moved, target: moveThreshold });
// Not of what comes with a frame: the next move would wait for one more, and so on for as long as the pointer moves.
sample({ clock: first, fn: () => undefined, target: frameFx });
sample({
  clock: due.filter({ fn: (percent) => percent === null }),
  fn: () => undefined,
  target: dropDragged,
});
