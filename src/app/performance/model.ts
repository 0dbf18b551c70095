/** Records the performance measures. */
import { createEffect, createStore, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import { longTaskSeen, vitalMeasured } from "#events/actions/performance.ts";
import { $screen } from "../../kernel/navigation.ts";
import { missingPort } from "../../kernel/ports.ts";
import { createFollowUp, onLive } from "../../kernel/recorder.ts";
import type { Measure } from "./measures.ts";

/** Port: resolves with the next measure, at most a few per second. */
export const measureFx = createEffect<void, Measure>({
  sid: "port/measure",
  handler: missingPort("measure"),
});

const recordVital = createFollowUp(vitalMeasured);
const recordLongTasks = createFollowUp(longTaskSeen);

/** Starts with the first screen. A browser that cannot measure ends it with the first failure. */
const $begun = createStore(false, { serialize: "ignore" }).on(measureFx, () => true);
sample({
  clock: onLive(screenOpened),
  source: $begun,
  filter: (begun) => !begun,
  fn: () => undefined,
  target: measureFx,
});
sample({ clock: measureFx.done, fn: () => undefined, target: measureFx });

const measured = sample({
  clock: measureFx.doneData,
  source: $screen,
  fn: (screen, measure) => ({ measure, route: screen?.route ?? null }),
});
sample({
  clock: measured.filterMap(({ measure, route }) =>
    measure.type === "vital" ? { payload: { ...measure.vital, route }, cause: null } : undefined,
  ),
  target: recordVital,
});
sample({
  clock: measured.filterMap(({ measure, route }) =>
    measure.type === "longTasks"
      ? { payload: { ...measure.tasks, route }, cause: null }
      : undefined,
  ),
  target: recordLongTasks,
});
