/** Warns users of the absolute end of a session, a day after the sign-in. */
import { combine } from "effector";
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
import { react } from "../../kernel/react.ts";
import { $endsAt, signOutRequest } from "../../data/session/index.ts";
import { $left, looked, renewCall, sessionLengthCall } from "./model.ts";
import { dueWarning, endingMessage, isEndingMessage, stillTold, warningTime } from "./rules.ts";

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

react(
  looked,
  $told,
  (told, { payload }) => {
    const left = dueWarning(payload.left, told);
    return left === null ? null : { payload: { left } };
  },
  createFollowUp(endTold),
);

const $ending = $notifications.map(
  (shown) => shown.find(({ message }) => isEndingMessage(message)) ?? null,
);
// The next warning replaces a warning, and a reached or postponed end removes it.
react(
  [onLive(endTold), signOutRequest.succeeded, onLive(sessionLost), onLive(endedElsewhere)],
  $ending,
  (ending) => ending && { payload: { id: ending.id } },
  expireNotification,
);
react(
  [sessionLengthCall.succeeded, renewCall.succeeded],
  combine({ ending: $ending, told: $told }),
  ({ ending, told }) => (told === null && ending ? { payload: { id: ending.id } } : null),
  expireNotification,
);
react(
  endTold,
  combine({ endsAt: $endsAt, left: $left }),
  ({ endsAt, left }, { id }) =>
    endsAt === null
      ? null
      : notificationOf("warning", endingMessage(endsAt), id, warningTime(left)),
  showNotification,
);
