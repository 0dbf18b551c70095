/** The reference time of relative dates: accurate to a minute, and the same in a replay. */
import { sample } from "effector";
import { appStarted, minutePassed, screenOpened } from "#events/actions/app.ts";
import { delayFx } from "./ports.ts";
import { createProjection } from "./projection.ts";
import { createFollowUp, onLive } from "./recorder.ts";

/** Epoch milliseconds of the last event that updates the clock. */
export const $now = createProjection(
  "clock/now",
  0,
  (on) => [
    on(appStarted, (_state, _payload, { time }) => time),
    on(minutePassed, (_state, _payload, { time }) => time),
    on(screenOpened, (_state, _payload, { time }) => time),
  ],
  { keepOnLogout: true },
);

const passMinute = createFollowUp(minutePassed);

const MINUTE = { milliseconds: 60_000, tag: "clock:minute" };
sample({
  clock: [onLive(appStarted), onLive(minutePassed)],
  fn: () => MINUTE,
  target: delayFx,
});
sample({
  clock: delayFx.done,
  filter: ({ params }) => params.tag === MINUTE.tag,
  fn: () => ({ payload: {}, cause: null }),
  target: passMinute,
});
