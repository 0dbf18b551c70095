/** The session clock: it observes activity, prompts inactive users, and ends the session in time. */
import { message } from "#events/messages/message.ts";
import { combine, merge, sample } from "effector";
import { minutePassed } from "#events/actions/app.ts";
import {
  activityHeard,
  clockStarted,
  clockTicked,
  loggedOut,
  stayed,
  warningClosed,
} from "#events/actions/keepAlive.ts";
import { ALL_CALLS } from "#events/catalogue.ts";
import { endSession, getSessionLength, logout, renewSession } from "#events/calls/session.ts";
import type { EventDefinition } from "#events/kernel/event.ts";
import { createCall, sendFx } from "../../kernel/calls.ts";
import { $location } from "../../kernel/navigation.ts";
import { delayFx, tabMessageReceived, notifyTabsFx } from "../../kernel/ports.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { notifyFailures } from "../../kernel/notifyFailures.ts";
import { react, withoutCause } from "../../kernel/react.ts";
import { createTask } from "../../kernel/task.ts";
import {
  $appInfo,
  $endsAt,
  sessionReplaced,
  signOut,
  signOutRequest,
} from "../../data/session/index.ts";
import {
  atTime,
  beActive,
  CLOSING_TIME,
  hearActivity,
  isWarning,
  nextLook,
  remainingOf,
  STOPPED,
  untilEnd,
  type SessionClock,
} from "./rules.ts";

export const sessionLengthCall = createCall(getSessionLength);
export const renewCall = createCall(renewSession);

export const stay = createAction(stayed);
export const logOut = createAction(loggedOut);
const tick = createFollowUp(clockTicked);
const hear = createFollowUp(activityHeard);
const close = createFollowUp(warningClosed);

/** Calls that end the session are not activity, nor are the clock's own calls. */
const CALLS_OF_SESSION = ALL_CALLS.filter(
  ({ name }) => name !== logout.name && name !== endSession.name && name !== getSessionLength.name,
);

const TAG = "keepAlive:look:";
const CLOSING = { milliseconds: CLOSING_TIME, tag: "keepAlive:close" };

/** The maximum length of the path in a renewal. */
const MAX_PATH = 2048;

export const $clock = createProjection<SessionClock>(
  "keepAlive/clock",
  STOPPED,
  (on) => [
    on(clockStarted, (_clock, _payload, { time, id }) => ({
      ...STOPPED,
      running: true,
      activeAt: time,
      toldAt: time,
      now: time,
      lookAfter: id,
    })),
    on(clockTicked, (clock, _payload, { time, id }) => look(clock, time, id)),
    on(minutePassed, (clock, _payload, { time, id }) => look(clock, time, id)),
    // The answer with the current user contains the token; the clock starts after it.
    ...CALLS_OF_SESSION.map(({ requested }) =>
      on(requested as EventDefinition<string, unknown>, (clock, _input, { time }) =>
        beActive(clock, time),
      ),
    ),
    on(getSessionLength.requested, (clock, _input, { time, cause }) =>
      cause === clock.lookAfter ? clock : beActive(clock, time),
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
  return clock.running ? { ...atTime(clock, time), lookAfter: id } : clock;
}

const $threshold = $appInfo.map(({ keepAliveThreshold }) => keepAliveThreshold);

/** The user chose "Log Out" in the modal and has not returned to the session since. */
const $isLeaving = createProjection(
  "keepAlive/isLeaving",
  false,
  (on) => [on(loggedOut, () => true), on(stayed, () => false)],
  { keepOnClientChange: true },
);

/** Time until the absolute end, which is only warned of, because no answer postpones it. */
export const $left = combine($clock, $endsAt, ({ now }, endsAt) => untilEnd(endsAt, now));

/** The last request for the session's times: another answer may concern an earlier session. */
const $askedBy = createProjection<string | null>(
  "keepAlive/askedBy",
  null,
  (on) => [on(getSessionLength.requested, (_asked, _input, { id }) => id)],
  { keepOnClientChange: true },
);

/** Stays open until a sign-out requested here has completed, whatever the time. */
export const $warning = combine(
  { clock: $clock, threshold: $threshold, isLeaving: $isLeaving, left: $left },
  ({ clock, threshold, isLeaving, left }) => ({
    open: isLeaving || (isWarning(clock, threshold) && left > 0 && !clock.closing),
    remaining: Math.min(remainingOf(clock), left),
  }),
);

/** The progress of a sign-out requested here. */
export const $leaving = combine(
  $isLeaving,
  signOutRequest.$request,
  (isLeaving, { status, failure }) => ({
    underWay: isLeaving && status === "InProgress",
    failure: isLeaving ? failure : null,
  }),
);

react(clockStarted, () => ({}), sessionLengthCall.start);
sample({
  clock: sessionReplaced,
  source: $clock,
  filter: ({ running }) => running,
  fn: (_clock, asking) => asking,
  target: sessionLengthCall.start,
});

const $state = combine({
  clock: $clock,
  threshold: $threshold,
  leaving: signOutRequest.$request,
  left: $left,
  asked: sessionLengthCall.$status,
});
const lookedByTime = sample({
  clock: [onLive(clockStarted), onLive(clockTicked), onLive(minutePassed), renewCall.failed],
  source: $state,
  filter: ({ clock }) => clock.running,
  fn: (payload, { id }) => ({ payload, id }),
});
const answered = sample({
  clock: sessionLengthCall.succeeded,
  source: combine({ state: $state, askedBy: $askedBy }),
  filter: ({ state }) => state.clock.running,
  fn: ({ state, askedBy }, { id, cause }) => ({
    payload: { ...state, isLast: cause === askedBy },
    id,
  }),
});
/** A tick, or an answer with new times. */
export const looked = merge([lookedByTime, answered]);
const nextTick = createTask(delayFx);
react(
  looked,
  ({ payload: { clock, threshold, left } }) => {
    const milliseconds = nextLook(clock, threshold, left);
    if (milliseconds === null) return null;
    return { input: { milliseconds, tag: `${TAG}${clock.lookAfter}` } };
  },
  nextTick.start,
);
const isIdle = ({ clock }: { readonly clock: SessionClock }) => remainingOf(clock) === 0;
react(
  [
    lookedByTime.filter({ fn: ({ payload }) => isIdle(payload) }),
    answered.filter({
      fn: ({ payload }) => isIdle(payload) || (payload.left === 0 && payload.isLast),
    }),
  ],
  ({ payload: { leaving } }) => (leaving.status === "InProgress" ? null : { userTimedOut: true }),
  signOut,
);
// The browser's clock may be wrong, and the cookie may belong to another session by now. Only the server knows whether
// the end has come.
react(
  lookedByTime,
  ({ payload: { clock, left, leaving, asked } }) =>
    left === 0 && !isIdle({ clock }) && leaving.status !== "InProgress" && asked !== "InProgress"
      ? { cause: clock.lookAfter }
      : null,
  sessionLengthCall.start,
);
// A user whose client never received the end could not be warned of it.
react(
  minutePassed,
  combine({ clock: $clock, endsAt: $endsAt, asked: sessionLengthCall.$status }),
  // Another client starts with calls that were not made.
  ({ clock, endsAt, asked }) =>
    clock.running &&
    !isIdle({ clock }) &&
    endsAt === null &&
    (asked === "Fail" || asked === "NotStarted")
      ? { cause: clock.lookAfter }
      : null,
  sessionLengthCall.start,
);
react(
  nextTick.done,
  $clock,
  ({ running, lookAfter }, { payload: { input } }) =>
    running && input.tag === `${TAG}${lookAfter}` ? { payload: {}, cause: lookAfter } : null,
  tick,
);

react(
  stayed,
  $location,
  ({ pathname, search }) => {
    const redirectUrl = pathname + search;
    return { body: redirectUrl.length > MAX_PATH ? {} : { redirectUrl } };
  },
  renewCall.start,
);
const closing = createTask(delayFx);
react(stayed, () => ({ input: CLOSING }), closing.start);
react(closing.done, () => ({ payload: {} }), close);
notifyFailures(renewCall.failed, (reason) => message("sessions.notRenewed", { reason }));

react(loggedOut, () => ({ userTimedOut: false }), signOut);

sample({
  clock: sendFx,
  source: $clock,
  filter: ({ running, activeAt, toldAt }) => running && activeAt === toldAt,
  fn: ({ activeAt }) => ({ kind: "active" as const, at: activeAt }),
  target: notifyTabsFx,
});
react(
  withoutCause(tabMessageReceived),
  $clock,
  ({ running, activeAt }, { payload: message }) =>
    running && message.kind === "active" && message.at > activeAt
      ? { payload: { at: message.at } }
      : null,
  hear,
);
