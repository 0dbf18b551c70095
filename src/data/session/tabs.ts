/** Tabs of one browser share a session: sign-in and sign-out in one tab apply to all of them. */
import { combine } from "effector";
import { endedElsewhere, pageRestored, startedElsewhere } from "#events/actions/session.ts";
import { navigateTo } from "../../kernel/navigation.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { tabMessageReceived, notifyTabsFx } from "../../kernel/ports.ts";
import { createAction, createFollowUp } from "../../kernel/recorder.ts";
import { react, withoutCause } from "../../kernel/react.ts";
import { createTask } from "../../kernel/task.ts";
import { $endsAt } from "./expiry.ts";
import {
  $user,
  fetchCurrentUser,
  publicInfoCall,
  signInSucceeded,
  signOutRequest,
} from "./model.ts";
import { ENDED_NOTICE_TIME, endedMessage, isOver } from "./rules.ts";

/** The browser restored the page from its back/forward cache, so the session is checked again. */
export const restorePage = createAction(pageRestored);
const endHere = createFollowUp(endedElsewhere);
const startHere = createFollowUp(startedElsewhere);

const tell = createTask(notifyTabsFx);
react(
  signInSucceeded,
  ({ payload }) => ({ input: { kind: "started" as const, userId: payload.body.user.id } }),
  tell.start,
);
react(
  signOutRequest.succeeded,
  ({ payload }) => ({ input: { kind: "ended" as const, userTimedOut: payload.body.userTimedOut } }),
  tell.start,
);

const received = withoutCause(tabMessageReceived);
// Tabs that time out together each sign out, so a tab that is about to sign out ignores the message.
react(
  received,
  combine({ user: $user, signOut: signOutRequest.$request }),
  ({ user, signOut }, { payload: message }) =>
    message.kind === "ended" && user !== null && signOut.status !== "InProgress"
      ? { payload: { userTimedOut: message.userTimedOut } }
      : null,
  endHere,
);
// The cookie has changed, and its token with it.
react(received, ({ payload }) => (payload.kind === "ended" ? {} : null), publicInfoCall.start);

// Another user's work must not be shown to the current user.
react(
  received,
  $user,
  (user, { payload: message }) =>
    message.kind === "started" && user !== null && user.id !== message.userId
      ? { payload: { userTimedOut: false } }
      : null,
  endHere,
);
react(received, ({ payload }) => (payload.kind === "started" ? { payload: {} } : null), startHere);

react(endedElsewhere, () => ({ path: "/", replace: true }), navigateTo);
react(
  endedElsewhere,
  $endsAt,
  (endsAt, { payload, id, time }) =>
    notificationOf(
      "warning",
      endedMessage(payload.userTimedOut, isOver(endsAt, time)),
      id,
      ENDED_NOTICE_TIME,
    ),
  showNotification,
);

react([startedElsewhere, pageRestored], () => ({ redirectOnFailure: false }), fetchCurrentUser);
