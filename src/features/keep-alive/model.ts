/** The clock of the session: it hears of activity, asks people before the end, and ends the session in time. */
import { combine, sample } from "effector";
import { minutePassed } from "#events/actions/app.ts";
import {
  activityHeard,
  clockStarted,
  clockTicked,
  loggedOut,
  stayed,
  warningClosed,
} from "#events/actions/keepAlive.ts";
import { ALL_CALLS } from "#events/calls/index.ts";
import { endSession, getSessionLength, logout, renewSession } from "#events/calls/session.ts";
import type { EventDefinition } from "#events/kernel/event.ts";
import { createCall, isToldByScreen, sendFx } from "../../kernel/calls.ts";
import { $location } from "../../kernel/navigation.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { delayFx, tabTold, tellTabsFx } from "../../kernel/ports.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, createConsequence, happened } from "../../kernel/recorder.ts";
import { $appInfo, signOut, signOutRequest } from "../session/index.ts";
import {
  beActive,
  CLOSING_TIME,
  hearActivity,
  isWarning,
  nextLook,
  remainingOf,
  STOPPED,
  type SessionClock,
} from "./rules.ts";
import { sentence } from "../../ui/language/sentence.ts";

const sessionLengthCall = createCall(getSessionLength);
const renewCall = createCall(renewSession);

export const stay = createAction(stayed);
export const logOut = createAction(loggedOut);
const tick = createConsequence(clockTicked);
const hear = createConsequence(activityHeard);
const close = createConsequence(warningClosed);

/** The calls that end the session are no sign that somebody is there. */
const CALLS_OF_SESSION = ALL_CALLS.filter(
  ({ name }) => name !== logout.name && name !== endSession.name,
);

const TAG = "keepAlive:look:";
const CLOSING = { milliseconds: CLOSING_TIME, tag: "keepAlive:close" };

/** The longest path that a renewal may bear. */
const LONGEST_PATH = 2048;

export const $clock = createProjection<SessionClock>(
  "keepAlive/clock",
  STOPPED,
  (on) => [
    on(clockStarted, (_clock, _payload, { time, id }) => ({
      ...STOPPED,
      running: true,
      activeAt: time,
      now: time,
      lookAfter: id,
    })),
    on(clockTicked, (clock, _payload, { time, id }) => look(clock, time, id)),
    on(minutePassed, (clock, _payload, { time, id }) => look(clock, time, id)),
    // A token is held from the answer on that said who is signed in; the clock starts after it.
    ...CALLS_OF_SESSION.map(({ requested }) =>
      on(requested as EventDefinition<string, unknown>, (clock, _input, { time }) =>
        beActive(clock, time),
      ),
    ),
    on(activityHeard, (clock, { at }, { time }) => hearActivity(clock, at, time)),
    on(getSessionLength.succeeded, (clock, { body }) => ({
      ...clock,
      length: body.data.sessionLengthInMillis,
    })),
    on(renewSession.succeeded, (clock, { body }) => ({
      ...clock,
      length: body.sessionLengthInMillis,
      activeBefore: null,
    })),
    on(renewSession.failed, (clock) => ({
      ...clock,
      activeAt: clock.activeBefore ?? clock.activeAt,
      activeBefore: null,
    })),
    on(stayed, (clock) => ({ ...clock, closing: true, activeBefore: clock.activeAt })),
    on(warningClosed, (clock) => ({ ...clock, closing: false })),
  ],
  { keepOnClientChange: true },
);

function look(clock: SessionClock, time: number, id: string): SessionClock {
  return clock.running ? { ...clock, now: time, lookAfter: id } : clock;
}

const $threshold = $appInfo.map(({ keepAliveThreshold }) => keepAliveThreshold);

/** Somebody chose "Log Out" in the modal, and has not stayed since. */
const $isLeaving = createProjection(
  "keepAlive/isLeaving",
  false,
  (on) => [on(loggedOut, () => true), on(stayed, () => false)],
  { keepOnClientChange: true },
);

/** Open, too, until a sign-out that was asked for here has come to pass, whatever the time is. */
export const $warning = combine($clock, $threshold, $isLeaving, (clock, threshold, isLeaving) => ({
  open: isLeaving || (isWarning(clock, threshold) && !clock.closing),
  remaining: remainingOf(clock),
}));

/** How far the sign-out is that was asked for here. */
export const $leaving = combine(
  $isLeaving,
  signOutRequest.$request,
  (isLeaving, { status, failure }) => ({
    underWay: isLeaving && status === "InProgress",
    failure: isLeaving ? failure : null,
  }),
);

sample({
  clock: happened(clockStarted),
  fn: ({ id }) => ({ cause: id }),
  target: sessionLengthCall.start,
});

const looked = sample({
  clock: [
    happened(clockStarted),
    happened(clockTicked),
    happened(minutePassed),
    sessionLengthCall.succeeded,
    renewCall.failed,
  ],
  source: { clock: $clock, threshold: $threshold, leaving: signOutRequest.$request },
  filter: ({ clock }) => clock.running,
  fn: (state, { id }) => ({ ...state, id }),
});
sample({
  clock: looked,
  filter: ({ clock, threshold }) => nextLook(clock, threshold) !== null,
  fn: ({ clock, threshold }) => ({
    milliseconds: nextLook(clock, threshold) ?? 0,
    tag: `${TAG}${clock.lookAfter}`,
  }),
  target: delayFx,
});
sample({
  clock: looked,
  filter: ({ clock, leaving }) => remainingOf(clock) === 0 && leaving.status !== "InProgress",
  fn: ({ id }) => ({ userTimedOut: true, cause: id }),
  target: signOut,
});
sample({
  clock: delayFx.done,
  source: $clock,
  filter: ({ running, lookAfter }, { params }) => running && params.tag === `${TAG}${lookAfter}`,
  fn: ({ lookAfter }) => ({ payload: {}, cause: lookAfter }),
  target: tick,
});

sample({
  clock: happened(stayed),
  source: $location,
  fn: ({ pathname, search }, { id }) => {
    const redirectUrl = pathname + search;
    return { body: redirectUrl.length > LONGEST_PATH ? {} : { redirectUrl }, cause: id };
  },
  target: renewCall.start,
});
sample({
  clock: happened(stayed),
  fn: () => CLOSING,
  target: delayFx,
});
sample({
  clock: delayFx.done,
  filter: ({ params }) => params.tag === CLOSING.tag,
  fn: () => ({ payload: {}, cause: null }),
  target: close,
});
sample({
  clock: renewCall.failed,
  filter: ({ payload }) => isToldByScreen(payload),
  fn: ({ payload, id }) =>
    notificationOf("error", `Your session could not be renewed: ${sentence(payload.message)}`, id),
  target: showNotification,
});

sample({
  clock: happened(loggedOut),
  fn: ({ id }) => ({ userTimedOut: false, cause: id }),
  target: signOut,
});

sample({
  clock: sendFx,
  source: $clock,
  filter: ({ running, activeAt, toldAt }) => running && activeAt === toldAt,
  fn: ({ activeAt }) => ({ kind: "active" as const, at: activeAt }),
  target: tellTabsFx,
});
sample({
  clock: tabTold,
  source: $clock,
  filter: ({ running, activeAt }, message) =>
    running && message.kind === "active" && message.at > activeAt,
  fn: (_clock, message) => ({
    payload: { at: message.kind === "active" ? message.at : 0 },
    cause: null,
  }),
  target: hear,
});
