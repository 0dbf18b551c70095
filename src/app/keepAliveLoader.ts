/** Loads the session clock after sign-in, which keeps the first visit of the sign-in page small. */
import { createEffect, createStore, sample } from "effector";
import type { ComponentType } from "react";
import { minutePassed } from "#events/actions/app.ts";
import { clockStarted } from "#events/actions/keepAlive.ts";
import { $user, currentUserCall, signInSucceeded } from "../data/session/index.ts";
import { createProjection } from "../kernel/projection.ts";
import { createFollowUp, onLive } from "../kernel/recorder.ts";
import { messagesLoaded } from "../ui/language/catalogue.ts";

export interface ClockModule {
  readonly KeepAlive: ComponentType;
}

/** Port: loads the code of the clock. */
export const loadClockFx = createEffect<void, ClockModule>({
  sid: "app/loadClock",
  handler: async () => {
    const clock = await import("../features/keep-alive/index.ts");
    await messagesLoaded();
    return clock;
  },
});

/** The keep-alive dialog. Not part of the log, because a replay brings its own build. */
export const $KeepAlive = createStore<{ readonly View: ComponentType } | null>(null, {
  serialize: "ignore",
}).on(loadClockFx.doneData, (_state, { KeepAlive }) => ({ View: KeepAlive }));

const $running = createProjection(
  "app/clockRunning",
  false,
  (on) => [on(clockStarted, () => true)],
  { keepOnClientChange: true },
);
const startClock = createFollowUp(clockStarted);

const $waits = $user.map((user) => user !== null);

// Retries each minute, because the network may have been down.
sample({
  clock: [currentUserCall.succeeded, signInSucceeded, onLive(minutePassed)],
  source: { running: $running, waits: $waits },
  filter: ({ running, waits }) => waits && !running,
  fn: () => undefined,
  target: loadClockFx,
});
sample({
  clock: loadClockFx.done,
  source: { running: $running, waits: $waits },
  filter: ({ running, waits }) => waits && !running,
  fn: () => ({ payload: {}, cause: null }),
  target: startClock,
});
