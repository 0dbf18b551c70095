/** Changes one's own password. No password enters a store: the form passes them on once, on submit. */
import { sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import { passwordForm as form, passwordLinkWanted } from "#events/actions/password.ts";
import { changePassword, updatePassword } from "#events/calls/password.ts";
import { message } from "#events/messages/message.ts";
import { checkNewPassword, checkRepeated, checkRequired } from "#events/rules/validation.ts";
import { createCall } from "../../kernel/calls.ts";
import { createForm } from "../../kernel/createForm.ts";
import { notifyTabsFx } from "../../kernel/ports.ts";
import { createAction, onLive } from "../../kernel/recorder.ts";
import { notify } from "../../kernel/notify.ts";
import { react } from "../../kernel/react.ts";
import { createTask } from "../../kernel/task.ts";
import { $user } from "../../data/session/index.ts";
import { passwordRoute } from "./route.ts";

export const updateCall = createCall(updatePassword);
export const linkCall = createCall(changePassword);

export const passwordForm = createForm(form, {
  saved: {},
  call: updateCall,
  routes: [passwordRoute.name],
  guard: false,
  source: $user,
  check: (_values, _user, { password, newPassword, repeated }) => ({
    password: checkRequired(password, "labels.currentPassword"),
    newPassword: checkNewPassword(newPassword, "labels.newPassword"),
    repeated: checkRepeated(repeated, newPassword),
  }),
  request: (_values, { username }, _saved, { password, newPassword }) => ({
    body: { username, password, newPassword },
  }),
  failedMessage: (_values, reason) => reason,
});

export const wantLink = createAction(passwordLinkWanted);

// A new visit does not show the previous result.
sample({
  clock: onLive(screenOpened),
  filter: ({ payload }) => payload.route === passwordRoute.name,
  fn: () => ({}),
  target: [updateCall.reset, linkCall.reset],
});

notify("success", updateCall.succeeded, () => message("passwords.changed"));
// The cookie has changed, so the other tabs fetch its token.
const tell = createTask(notifyTabsFx);
react(
  updateCall.succeeded,
  $user,
  (user) => user && { input: { kind: "started" as const, userId: user.id } },
  tell.start,
);

react(passwordLinkWanted, () => ({ body: { landingPage: passwordRoute.path } }), linkCall.start);
