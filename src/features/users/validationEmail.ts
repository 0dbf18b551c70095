/** The validation e-mail, and the client user flags, one of which says that it was sent. */
import { sample } from "effector";
import * as actions from "#events/actions/users.ts";
import * as calls from "#events/calls/users.ts";
import { isReportable } from "../../kernel/calls.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, onLive } from "../../kernel/recorder.ts";
import { sentence } from "../../ui/language/sentence.ts";
import { sendValidationEmailCall } from "./calls.ts";
import { $openUser } from "./editModel.ts";

export const sendValidation = createAction(actions.validationEmailWanted);

const NO_FLAGS = {
  userUpdated: false,
  userDeleted: false,
  validateEmailSent: false,
  userUpdateFailed: false,
};
/** What onLive last to the user of the screen. */
export const $userFlags = createProjection("users/flags", NO_FLAGS, (on) => [
  on(calls.updateUser.requested, () => NO_FLAGS),
  on(calls.patchUser.requested, () => NO_FLAGS),
  on(calls.sendValidationEmail.requested, () => NO_FLAGS),
  on(calls.updateUser.succeeded, (flags) => ({ ...flags, userUpdated: true })),
  on(calls.patchUser.succeeded, (flags) => ({ ...flags, userUpdated: true })),
  on(calls.updateUser.failed, (flags) => ({ ...flags, userUpdateFailed: true })),
  on(calls.patchUser.failed, (flags) => ({ ...flags, userUpdateFailed: true })),
  on(calls.deleteUser.succeeded, (flags) => ({ ...flags, userDeleted: true })),
  on(calls.sendValidationEmail.succeeded, (flags) => ({ ...flags, validateEmailSent: true })),
]);

sample({
  clock: onLive(actions.validationEmailWanted),
  source: { params: $openUser, status: sendValidationEmailCall.$status },
  filter: ({ params, status }) => params !== null && status !== "InProgress",
  fn: ({ params }, { id }) => ({ params: params ?? { clientId: "", userId: "" }, cause: id }),
  target: sendValidationEmailCall.start,
});
sample({
  clock: sendValidationEmailCall.succeeded,
  fn: ({ payload: { body }, id }) =>
    notificationOf("success", `A validation email was sent to ${body.email}.`, id),
  target: showNotification,
});
sample({
  clock: sendValidationEmailCall.failed,
  filter: ({ payload }) => isReportable(payload),
  fn: ({ payload, id }) =>
    notificationOf("error", `No validation email was sent. ${sentence(payload.message)}`, id),
  target: showNotification,
});
