/** Records how fast the app is, measure by measure. */
import { createEffect, createStore, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import { longTaskSeen, vitalMeasured } from "#events/actions/performance.ts";
import { $screen } from "../../kernel/navigation.ts";
import { unplugged } from "../../kernel/ports.ts";
import { createConsequence, happened } from "../../kernel/recorder.ts";
import type { Measure } from "./measures.ts";

/** Port: resolves with the next measure, at most some in a second. */
export const measureFx = createEffect<void, Measure>({
  sid: "port/measure",
  handler: unplugged("measure"),
});

const recordVital = createConsequence(vitalMeasured);
const recordLongTasks = createConsequence(longTaskSeen);

/** Measuring begins with the first screen. Where the browser cannot measure, it ends with the first failure. */
const $begun = createStore(false, { serialize: "ignore" }).on(measureFx, () => true);
sample({
  clock: happened(screenOpened),
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
