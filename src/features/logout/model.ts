/** Signs out when the screen opens, or once the session is known. */
import { message } from "#events/messages/message.ts";
import { sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import { logoutRetried } from "#events/actions/logout.ts";
import { $screen, navigateTo } from "../../kernel/navigation.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createAction, onLive } from "../../kernel/recorder.ts";
import { react } from "../../kernel/react.ts";
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
  fn: ({ session, currentUser }, { id }) => ({ payload: logoutStep(session, currentUser), id }),
});
react(next, ({ payload }) => (payload === "signOut" ? { userTimedOut: false } : null), signOut);
react(
  next,
  ({ payload }) => (payload === "leave" ? { path: "/", replace: true } : null),
  navigateTo,
);

react(
  signOutRequest.succeeded,
  $isOpen,
  (isOpen, { id }) =>
    isOpen ? notificationOf("success", message("sessions.signedOut"), id) : null,
  showNotification,
);
