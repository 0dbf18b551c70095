/** Tabs of one browser share a session: what one begins or ends is so in all of them. */
import { sample } from "effector";
import { endedElsewhere, pageRestored, startedElsewhere } from "#events/actions/session.ts";
import { navigateTo } from "../../kernel/navigation.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { tabMessageReceived, notifyTabsFx } from "../../kernel/ports.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { $endsAt } from "./expiry.ts";
import {
  $user,
  fetchCurrentUser,
  publicInfoCall,
  signInSucceeded,
  signOutRequest,
} from "./model.ts";
import { ENDED_NOTICE_TIME, endedMessage, isOver } from "./rules.ts";

/** The browser brought the page back from its cache of pages: who is signed in is asked anew. */
export const restorePage = createAction(pageRestored);
const endHere = createFollowUp(endedElsewhere);
const startHere = createFollowUp(startedElsewhere);

sample({
  clock: signInSucceeded,
  fn: ({ payload }) => ({ kind: "started" as const, userId: payload.body.user.id }),
  target: notifyTabsFx,
});
sample({
  clock: signOutRequest.succeeded,
  fn: ({ payload }) => ({ kind: "ended" as const, userTimedOut: payload.body.userTimedOut }),
  target: notifyTabsFx,
});

const toldEnded = sample({
  clock: tabMessageReceived,
  filter: (message) => message.kind === "ended",
  fn: (message) => ({ userTimedOut: message.kind === "ended" && message.userTimedOut }),
});
// Tabs whose time is up together each sign out: whoever is about to end the session itself need not be told.
sample({
  clock: toldEnded,
  source: { user: $user, signOut: signOutRequest.$request },
  filter: ({ user, signOut }) => user !== null && signOut.status !== "InProgress",
  fn: (_state, payload) => ({ payload, cause: null }),
  target: endHere,
});
// The cookie is another one now, and so is the token that goes with it.
sample({ clock: toldEnded, fn: () => ({ cause: null }), target: publicInfoCall.start });

// Another user's work must not stand under the name of who is signed in now.
sample({
  clock: tabMessageReceived,
  source: $user,
  filter: (user, message) =>
    message.kind === "started" && user !== null && user.id !== message.userId,
  fn: () => ({ payload: { userTimedOut: false }, cause: null }),
  target: endHere,
});
sample({
  clock: tabMessageReceived,
  filter: (message) => message.kind === "started",
  fn: () => ({ payload: {}, cause: null }),
  target: startHere,
});

const ended = onLive(endedElsewhere);
sample({
  clock: ended,
  fn: ({ id }) => ({ path: "/", replace: true, cause: id }),
  target: navigateTo,
});
sample({
  clock: ended,
  source: $endsAt,
  fn: (endsAt, { payload, id, time }) =>
    notificationOf(
      "warning",
      endedMessage(payload.userTimedOut, isOver(endsAt, time)),
      id,
      ENDED_NOTICE_TIME,
    ),
  target: showNotification,
});

sample({
  clock: [onLive(startedElsewhere), onLive(pageRestored)],
  fn: ({ id }) => ({ cause: id, redirectOnFailure: false }),
  target: fetchCurrentUser,
});
