/** Signs out when the screen opens, or once the session is known. */
import { message } from "#events/messages/message.ts";
import { sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import { logoutRetried } from "#events/actions/logout.ts";
import { $screen, navigateTo } from "../../kernel/navigation.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createAction, onLive } from "../../kernel/recorder.ts";
import { $session, currentUserCall, signOut, signOutRequest } from "../../data/session/index.ts";
import { logoutRoute } from "./route.ts";
import { logoutStep } from "./rules.ts";

export const retryLogout = createAction(logoutRetried);

const $isOpen = $screen.map((screen) => screen?.route === logoutRoute.name);

const next = sample({
  clock: [
    onLive(screenOpened),
    onLive(logoutRetried),
    currentUserCall.succeeded,
    currentUserCall.failed,
  ],
  source: {
    isOpen: $isOpen,
    session: $session,
    currentUser: currentUserCall.$request,
    logout: signOutRequest.$request,
  },
  filter: ({ isOpen, logout }) => isOpen && logout.status !== "InProgress",
  fn: ({ session, currentUser }, { id }) => ({ step: logoutStep(session, currentUser), id }),
});
sample({
  clock: next,
  filter: ({ step }) => step === "signOut",
  fn: ({ id }) => ({ userTimedOut: false, cause: id }),
  target: signOut,
});
sample({
  clock: next,
  filter: ({ step }) => step === "leave",
  fn: ({ id }) => ({ path: "/", replace: true, cause: id }),
  target: navigateTo,
});

sample({
  clock: signOutRequest.succeeded,
  source: $isOpen,
  filter: (isOpen) => isOpen,
  fn: (_isOpen, { id }) => notificationOf("success", message("sessions.signedOut"), id),
  target: showNotification,
});
