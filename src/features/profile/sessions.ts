/** The user's sessions, and ending those on other devices. */
import * as actions from "#events/actions/sessions.ts";
import { endOneSession, endOtherSessions, listSessions } from "#events/calls/sessions.ts";
import { message } from "#events/messages/message.ts";
import { $user } from "../../data/session/index.ts";
import { createCall, isReportable, reasonOf } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { $screen } from "../../kernel/navigation.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createQuery } from "../../kernel/query.ts";
import { react } from "../../kernel/react.ts";
import { createAction } from "../../kernel/recorder.ts";
import { profileRoute } from "./route.ts";

const endOneCall = createCall(endOneSession);

export const chooseEnd = createAction(actions.sessionEndChosen);
export const retrySessions = createAction(actions.sessionsRetried);

export const $sessions = createQuery("profile/ownSessions", {
  call: createCall(listSessions),
  input: $screen.map((screen) => (screen?.route === profileRoute.name ? {} : null)),
  valueOf: ({ body }) => body._embedded.sessions,
  refreshOn: [
    actions.sessionsRetried,
    endOneSession.succeeded,
    // The session may already have expired.
    endOneSession.failed,
    endOtherSessions.succeeded,
  ],
});

/** The session that is being ended. */
export const $ending = createProjection<string | null>("profile/endingSession", null, (on) => [
  on(endOneSession.requested, (_ending, { params }) => params.sessionId),
  on(endOneSession.succeeded, () => null),
  on(endOneSession.failed, () => null),
]);
react(
  actions.sessionEndChosen,
  $ending,
  (ending, { payload: params }) => (ending === null ? { params } : null),
  endOneCall.start,
);
react(
  endOneCall.succeeded,
  $ending,
  (_ending, { id }) => notificationOf("success", message("sessions.ended"), id),
  showNotification,
);
react(
  endOneCall.failed,
  $ending,
  (_ending, { payload: failure, id }) => {
    if (!isReportable(failure)) return null;
    return failure.code === "ENOTFOUND"
      ? notificationOf("info", message("sessions.endedBefore"), id)
      : notificationOf("error", message("sessions.notEnded", { reason: reasonOf(failure) }), id);
  },
  showNotification,
);

export const endOthers = createConfirmation(actions.endOthers, {
  call: createCall(endOtherSessions),
  source: $user,
  request: () => ({}),
  doneMessage: (_subject, { body: { ended: count } }) =>
    count === 0 ? message("sessions.noOthers") : message("sessions.othersEnded", { count }),
  failedMessage: (_subject, reason) => message("sessions.othersNotEnded", { reason }),
});
