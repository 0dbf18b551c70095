/**
 * Projections of code that comes late. What they missed is made up for by folding the log, so that the live app and a
 * replay, which has all of them from the start, agree; and the log says from where on they count.
 */
import { createEvent, sample } from "effector";
import { codeLoaded } from "#events/actions/app.ts";
import type { Envelope } from "#events/kernel/event.ts";
import { allProjections, createProjection, statesRestored } from "./projection.ts";
import { $log, appendFx, createFollowUp, onLive, type Log } from "./recorder.ts";

/** The names of the projections that were there, in the order in which they came. */
export const $loadedProjections = createProjection<readonly string[]>(
  "app/projections",
  [],
  (on) => [
    on(codeLoaded, (known, { projections }) => [
      ...known,
      ...projections.filter((name) => !known.includes(name)),
    ]),
  ],
  { keepOnLogout: true },
);

const announce = createFollowUp(codeLoaded);

/** Code has come: what it brought is announced before anything else happens. */
export const codeCame = createEvent();

sample({
  // Code that nobody announces, such as that of the frame, is found with the next event.
  clock: [codeCame, appendFx.doneData.map(() => undefined)],
  source: $loadedProjections,
  filter: (known) => known.length < allProjections().size,
  fn: (known) => ({
    payload: { projections: [...allProjections().keys()].filter((name) => !known.includes(name)) },
    cause: null,
  }),
  target: announce,
});

sample({
  clock: onLive(codeLoaded),
  source: $log,
  fn: (log, { payload }) => foldOf(log, payload.projections),
  target: statesRestored,
});

function foldOf({ entries, length }: Log, names: readonly string[]): ReadonlyMap<string, unknown> {
  const states = new Map<string, unknown>();
  for (const name of names) {
    const projection = allProjections().get(name);
    if (!projection) continue;
    const { initial, evolve, concerns } = projection;
    const missed = entries.filter(({ type }, at): boolean => at < length && concerns(type));
    states.set(
      name,
      missed.reduce((state: unknown, event: Envelope) => evolve(state, event), initial),
    );
  }
  return states;
}
