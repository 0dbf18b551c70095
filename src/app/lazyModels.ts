/**
 * Loads the models of all screens after sign-in, which keeps the first visit of the sign-in page small. Late models
 * missed earlier events, so their projections are folded from the log.
 */
import { createEffect, createEvent, createStore, sample } from "effector";
import { $user } from "../data/session/index.ts";
import { missingPort } from "../kernel/ports.ts";
import { allProjections, statesRestored, type Projection } from "../kernel/projection.ts";
import { $log, type Log } from "../kernel/recorder.ts";

/** Port: loads the models of all features. */
export const loadModelsFx = createEffect<void, void>({
  sid: "app/loadModels",
  handler: missingPort("loadModels"),
});

/** Whether the models of all screens are loaded. Not part of the log, because a replay brings its own build. */
export const $hasModels = createStore(false, { serialize: "ignore" }).on(
  loadModelsFx.done,
  () => true,
);

sample({
  clock: $user,
  source: $hasModels,
  filter: (hasModels, user) => user !== null && !hasModels,
  fn: () => undefined,
  target: loadModelsFx,
});

/** A screen's code was loaded. Before all models are loaded, it may contain new projections. */
export const codeArrived = createEvent();
const mayBringProjections = sample({
  clock: codeArrived,
  source: $hasModels,
  filter: (hasModels) => !hasModels,
});

/** Number of folded projections; they are stored in registration order. */
const $folded = createStore(0, { serialize: "ignore" });

const missed = sample({
  clock: [mayBringProjections, loadModelsFx.done],
  source: { folded: $folded, log: $log },
  filter: ({ folded }) => folded < allProjections().size,
  fn: ({ folded, log }) => foldLog(log, [...allProjections()].slice(folded)),
});
sample({ clock: missed, target: statesRestored });
$folded.on(missed, () => allProjections().size);

function foldLog(
  { entries, length }: Log,
  projections: readonly (readonly [string, Projection])[],
): ReadonlyMap<string, unknown> {
  const events = entries.slice(0, length);
  return new Map(
    projections.map(([name, { initial, evolve, concerns }]) => [
      name,
      events.filter(({ type }) => concerns(type)).reduce(evolve, initial),
    ]),
  );
}
