/** The end of all sessions of the user of the open screen, after a question. */
import { sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/users.ts";
import { endUserSessions } from "#events/calls/users.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, onLive } from "../../kernel/recorder.ts";
import { endUserSessionsCall } from "./calls.ts";
import { $openUser } from "./editModel.ts";
import { signedOutText } from "./editRules.ts";

export const toggleSignOut = createAction(actions.signOutToggled);
export const confirmSignOut = createAction(actions.signOutConfirmed);

export const $isAskingSignOut = createProjection("users/asksSignOut", false, (on) => [
  on(actions.signOutToggled, (_open, { open }) => open),
  on(endUserSessions.succeeded, () => false),
  on(screenOpened, () => false),
]);

sample({
  clock: onLive(actions.signOutToggled),
  fn: () => ({}),
  target: endUserSessionsCall.reset,
});
sample({
  clock: onLive(actions.signOutConfirmed),
  source: { params: $openUser, status: endUserSessionsCall.$status },
  filter: ({ params, status }) => params !== null && status !== "InProgress",
  fn: ({ params }, { id }) => ({ params: params ?? { clientId: "", userId: "" }, cause: id }),
  target: endUserSessionsCall.start,
});
sample({
  clock: endUserSessionsCall.succeeded,
  fn: ({ payload: { body }, id }) =>
    notificationOf("success", signedOutText(body.username, body.ended), id),
  target: showNotification,
});
