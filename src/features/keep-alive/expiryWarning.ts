/** Warns users of the absolute end of a session, a day after the sign-in. */
import { sample } from "effector";
import { endTold } from "#events/actions/keepAlive.ts";
import { endedElsewhere, sessionLost } from "#events/actions/session.ts";
import { getSessionLength, renewSession } from "#events/calls/session.ts";
import type { Milliseconds } from "#events/entities/common.ts";
import {
  $notifications,
  expireNotification,
  notificationOf,
  showNotification,
} from "../../kernel/notifications.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createFollowUp, onLive } from "../../kernel/recorder.ts";
import { $endsAt, signOutRequest } from "../../data/session/index.ts";
import { $left, looked, renewCall, sessionLengthCall } from "./model.ts";
import { dueWarning, endingMessage, isEndingMessage, stillTold, warningTime } from "./rules.ts";

const tellEnd = createFollowUp(endTold);

/** The last warning. */
const $told = createProjection<Milliseconds | null>(
  "keepAlive/endTold",
  null,
  (on) => [
    on(endTold, (_told, { left }) => left),
    on(getSessionLength.succeeded, (told, { body }) =>
      stillTold(told, body.data.sessionEndsInMillis),
    ),
    on(renewSession.succeeded, (told, { body }) => stillTold(told, body.sessionEndsInMillis)),
  ],
  { keepOnClientChange: true },
);

sample({
  clock: looked,
  source: $told,
  filter: (told, { left }) => dueWarning(left, told) !== null,
  fn: (told, { left, id }) => ({ payload: { left: dueWarning(left, told) ?? 0 }, cause: id }),
  target: tellEnd,
});

const $ending = $notifications.map(
  (shown) => shown.find(({ message }) => isEndingMessage(message)) ?? null,
);
// The next warning replaces a warning, and a reached or postponed end removes it.
sample({
  clock: [
    onLive(endTold),
    signOutRequest.succeeded,
    onLive(sessionLost),
    onLive(endedElsewhere),
    sample({
      clock: [sessionLengthCall.succeeded, renewCall.succeeded],
      source: $told,
      filter: (told) => told === null,
      fn: (_told, happening) => happening,
    }),
  ],
  source: $ending,
  filter: (ending) => ending !== null,
  fn: (ending, { id }) => ({ payload: { id: ending?.id ?? "" }, cause: id }),
  target: expireNotification,
});
sample({
  clock: onLive(endTold),
  source: { endsAt: $endsAt, left: $left },
  fn: ({ endsAt, left }, { id }) =>
    notificationOf("warning", endingMessage(endsAt ?? 0), id, warningTime(left)),
  target: showNotification,
});
