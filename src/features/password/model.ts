/** Changes the own password. No password enters a store: the form hands them over once, when it is sent. */
import { sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import {
  passwordLinkWanted,
  passwordRefused,
  passwordSubmitted,
} from "#events/actions/password.ts";
import { changePassword, updatePassword } from "#events/calls/password.ts";
import { createCall } from "../../kernel/calls.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { tellTabsFx } from "../../kernel/ports.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { $user } from "../../data/session/index.ts";
import { passwordRoute } from "./route.ts";
import { checkPasswordChange, NO_PROBLEMS, type PasswordProblems } from "./rules.ts";

export const updateCall = createCall(updatePassword);
export const linkCall = createCall(changePassword);

export interface PasswordForm {
  readonly problems: PasswordProblems;
  /** Rises with each change that was made: the fields are emptied. */
  readonly changes: number;
}

const EMPTY: PasswordForm = { problems: NO_PROBLEMS, changes: 0 };

export const $form = createProjection<PasswordForm>("password/form", EMPTY, (on) => [
  on(screenOpened, (form, { route }) => (route === passwordRoute.name ? EMPTY : form)),
  on(passwordSubmitted, (form) => ({ ...form, problems: NO_PROBLEMS })),
  on(passwordRefused, (form, problems) => ({ ...form, problems })),
  on(updatePassword.succeeded, (form) => ({ ...form, changes: form.changes + 1 })),
]);

export const submitPassword = createAction(passwordSubmitted);
export const wantLink = createAction(passwordLinkWanted);
const refuse = createFollowUp(passwordRefused);

// What came of the last visit is not told of this one.
sample({
  clock: onLive(screenOpened),
  filter: ({ payload }) => payload.route === passwordRoute.name,
  fn: () => ({}),
  target: [updateCall.reset, linkCall.reset],
});

const submitted = onLive(passwordSubmitted);
sample({
  clock: submitted,
  filter: ({ payload }) => checkPasswordChange(payload) !== null,
  fn: ({ payload, id }) => ({ payload: checkPasswordChange(payload) ?? NO_PROBLEMS, cause: id }),
  target: refuse,
});
sample({
  clock: submitted,
  source: $user,
  filter: (user, { payload }) => user !== null && checkPasswordChange(payload) === null,
  fn: (user, { payload: { password, newPassword }, id }) => ({
    body: { username: user?.username ?? "", password, newPassword },
    cause: id,
  }),
  target: updateCall.start,
});
sample({
  clock: updateCall.succeeded,
  fn: ({ id }) =>
    notificationOf("success", "Your password was changed. All your other sessions ended.", id),
  target: showNotification,
});
// The cookie is another one now: the other tabs fetch the token that goes with it.
sample({
  clock: updateCall.succeeded,
  source: $user,
  filter: (user) => user !== null,
  fn: (user) => ({ kind: "started" as const, userId: user?.id ?? "" }),
  target: tellTabsFx,
});

sample({
  clock: onLive(passwordLinkWanted),
  fn: ({ id }) => ({ body: { landingPage: passwordRoute.path }, cause: id }),
  target: linkCall.start,
});
