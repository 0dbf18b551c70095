/** Resets a password by the token of an e-mailed link, which is checked before the user types. */
import { sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import {
  resetCheckRetried,
  resetForm as form,
  resetLinkIncomplete,
} from "#events/actions/password.ts";
import { checkResetToken, resetPassword } from "#events/calls/password.ts";
import { message } from "#events/messages/message.ts";
import { checkNewPassword, checkRepeated } from "#events/rules/validation.ts";
import { createCall } from "../../kernel/calls.ts";
import { createForm } from "../../kernel/createForm.ts";
import { $linkToken, readLinkToken } from "../../kernel/emailLinkToken.ts";
import { $screen, navigateTo } from "../../kernel/navigation.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { notify } from "../../kernel/notify.ts";
import { react } from "../../kernel/react.ts";
import { $tokenCame, $user, fetchCurrentUser, publicInfoCall } from "../../data/session/index.ts";
import { resetPasswordRoute } from "./route.ts";
import { pathAfterReset } from "./rules.ts";

export const checkCall = createCall(checkResetToken);
export const resetCall = createCall(resetPassword);

/** The token of the opened link. */
export const $link = createProjection(
  "resetPassword/link",
  { incomplete: false, username: "" },
  (on) => [
    on(screenOpened, (link, { route }) =>
      route === resetPasswordRoute.name ? { incomplete: false, username: "" } : link,
    ),
    on(resetLinkIncomplete, (link) => ({ ...link, incomplete: true })),
    on(checkResetToken.succeeded, (link, { body }) => ({ ...link, username: body.username })),
  ],
);

export const retryCheck = createAction(resetCheckRetried);

const $isOpen = $screen.map((screen) => screen?.route === resetPasswordRoute.name);
const linkRead = readLinkToken(resetPasswordRoute.name, createFollowUp(resetLinkIncomplete));
const checkDue = sample({
  clock: [linkRead, $tokenCame.updates],
  source: { isOpen: $isOpen, mayAsk: $tokenCame, token: $linkToken, status: checkCall.$status },
  fn: ({ isOpen, mayAsk, token, status }) =>
    isOpen && mayAsk && status === "NotStarted" ? token : null,
}).filterMap((token) => token ?? undefined);
sample({
  clock: checkDue,
  fn: (token) => ({ body: { token }, cause: null }),
  target: checkCall.start,
});

// Checked again like the first time: after the answer with the CSRF token.
const retried = onLive(resetCheckRetried);
sample({ clock: retried, fn: () => ({}), target: checkCall.reset });
react(resetCheckRetried, () => ({}), publicInfoCall.start);

export const resetForm = createForm(form, {
  saved: {},
  call: resetCall,
  routes: [resetPasswordRoute.name],
  guard: false,
  source: $linkToken,
  check: (_values, _token, { newPassword, repeated }) => ({
    newPassword: checkNewPassword(newPassword, "labels.newPassword"),
    repeated: checkRepeated(repeated, newPassword),
  }),
  request: (_values, token, _saved, { newPassword }) => ({ body: { newPassword, token } }),
  failedMessage: (_values, reason) => reason,
});

notify("success", resetCall.succeeded, () => message("passwords.reset"));
react(
  resetCall.succeeded,
  ({ payload }) => ({ path: pathAfterReset(payload.body.landingPage), replace: true }),
  navigateTo,
);
// All sessions of the user have ended, including one in this browser.
react(resetCall.succeeded, $user, (user) => user && { redirectOnFailure: false }, fetchCurrentUser);
