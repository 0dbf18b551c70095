/** The validation e-mail, and the latest results for the screen's user. */
import { combine } from "effector";
import * as actions from "#events/actions/users.ts";
import * as calls from "#events/calls/users.ts";
import { message } from "#events/messages/message.ts";
import { $appInfo } from "../../data/session/index.ts";
import { createCall, isReportable, reasonOf } from "../../kernel/calls.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createProjection } from "../../kernel/projection.ts";
import { react } from "../../kernel/react.ts";
import { createAction } from "../../kernel/recorder.ts";
import { $openUser } from "./openUser.ts";

export const sendValidationEmailCall = createCall(calls.sendValidationEmail);
export const sendValidation = createAction(actions.validationEmailWanted);

const NO_FLAGS = {
  userUpdated: false,
  userDeleted: false,
  validateEmailSent: false,
  userUpdateFailed: false,
};
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

react(
  actions.validationEmailWanted,
  combine($openUser, sendValidationEmailCall.$status, (params, status) => ({ params, status })),
  ({ params, status }) => (params === null || status === "InProgress" ? null : { params }),
  sendValidationEmailCall.start,
);
react(
  sendValidationEmailCall.succeeded,
  $appInfo,
  (
    { emailEnabled },
    {
      payload: {
        body: { email },
      },
      id,
    },
  ) =>
    emailEnabled
      ? notificationOf("success", message("users.validationSent", { email }), id)
      : notificationOf("warning", message("users.validationSaved", { email }), id),
  showNotification,
);
react(
  sendValidationEmailCall.failed,
  $userFlags,
  (_flags, { payload: failure, id }) =>
    isReportable(failure)
      ? notificationOf(
          "error",
          message("users.validationNotSent", { reason: reasonOf(failure) }),
          id,
        )
      : null,
  showNotification,
);
