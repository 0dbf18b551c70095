/** Resets a password by the token of an e-mailed link, which is checked before anybody types. */
import { sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import {
  resetCheckRetried,
  resetLinkIncomplete,
  resetRefused,
  resetSubmitted,
} from "#events/actions/password.ts";
import { checkResetToken, resetPassword } from "#events/calls/password.ts";
import { createCall } from "../../kernel/calls.ts";
import { $linkToken, linkTokenFx } from "../../kernel/emailLinkToken.ts";
import { $screen, navigateTo } from "../../kernel/navigation.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { $tokenCame, $user, fetchCurrentUser, publicInfoCall } from "../../data/session/index.ts";
import { resetPasswordRoute } from "./route.ts";
import { checkReset, pathAfterReset, type ResetProblems } from "./rules.ts";

export interface ResetForm {
  readonly incomplete: boolean;
  /** Whose password it is, once the token was found good. */
  readonly username: string;
  readonly problems: ResetProblems;
}

const NO_PROBLEMS: ResetProblems = { newPassword: null, repeated: null };
const EMPTY: ResetForm = { incomplete: false, username: "", problems: NO_PROBLEMS };

export const checkCall = createCall(checkResetToken);
export const resetCall = createCall(resetPassword);

export const $form = createProjection<ResetForm>("resetPassword/form", EMPTY, (on) => [
  on(screenOpened, (form, { route }) => (route === resetPasswordRoute.name ? EMPTY : form)),
  on(resetLinkIncomplete, (form) => ({ ...form, incomplete: true })),
  on(checkResetToken.succeeded, (form, { body }) => ({ ...form, username: body.username })),
  on(resetSubmitted, (form) => ({ ...form, problems: NO_PROBLEMS })),
  on(resetRefused, (form, problems) => ({ ...form, problems })),
]);

export const retryCheck = createAction(resetCheckRetried);
export const submitReset = createAction(resetSubmitted);
const refuse = createFollowUp(resetRefused);
const missToken = createFollowUp(resetLinkIncomplete);

const $isOpen = $screen.map((screen) => screen?.route === resetPasswordRoute.name);

sample({
  clock: onLive(screenOpened),
  filter: ({ payload }) => payload.route === resetPasswordRoute.name,
  fn: () => undefined,
  target: linkTokenFx,
});
const linkRead = sample({
  clock: linkTokenFx.doneData,
  source: $isOpen,
  filter: (isOpen) => isOpen,
  fn: (_isOpen, token) => token,
});
sample({
  clock: linkRead,
  filter: (token) => token === null,
  fn: () => ({ payload: {}, cause: null }),
  target: missToken,
});
sample({
  clock: [linkRead, $tokenCame.updates],
  source: { isOpen: $isOpen, mayAsk: $tokenCame, token: $linkToken, status: checkCall.$status },
  filter: ({ isOpen, mayAsk, token, status }) =>
    isOpen && mayAsk && token !== null && status === "NotStarted",
  fn: ({ token }) => ({ body: { token: token ?? "" }, cause: null }),
  target: checkCall.start,
});

// The check is asked for as at first: after the answer that brings the security token.
const retried = onLive(resetCheckRetried);
sample({ clock: retried, fn: () => ({}), target: checkCall.reset });
sample({ clock: retried, fn: ({ id }) => ({ cause: id }), target: publicInfoCall.start });

const submitted = onLive(resetSubmitted);
sample({
  clock: submitted,
  filter: ({ payload }) => checkReset(payload) !== null,
  fn: ({ payload, id }) => ({ payload: checkReset(payload) ?? NO_PROBLEMS, cause: id }),
  target: refuse,
});
sample({
  clock: submitted,
  source: $linkToken,
  filter: (token, { payload }) => token !== null && checkReset(payload) === null,
  fn: (token, { payload, id }) => ({
    body: { newPassword: payload.newPassword, token: token ?? "" },
    cause: id,
  }),
  target: resetCall.start,
});

sample({
  clock: resetCall.succeeded,
  fn: ({ id }) => notificationOf("success", "Your password was changed. Sign in with it.", id),
  target: showNotification,
});
sample({
  clock: resetCall.succeeded,
  fn: ({ payload, id }) => ({
    path: pathAfterReset(payload.body.landingPage),
    replace: true,
    cause: id,
  }),
  target: navigateTo,
});
// Whoever was signed in meanwhile is so no more: all sessions of the user have ended.
sample({
  clock: resetCall.succeeded,
  source: $user,
  filter: (user) => user !== null,
  fn: (_user, { id }) => ({ cause: id, redirectOnFailure: false }),
  target: fetchCurrentUser,
});
