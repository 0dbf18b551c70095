/** The deletion of the user of the open screen, once the username was typed. */
import { sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/users.ts";
import { deleteUser } from "#events/calls/users.ts";
import type { Failure } from "#events/kernel/call.ts";
import { checkConfirmation } from "#events/rules/validation.ts";
import { isReportable } from "../../kernel/calls.ts";
import { navigateTo } from "../../kernel/navigation.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, onLive } from "../../kernel/recorder.ts";
import { sentence } from "../../ui/language/sentence.ts";
import { deleteUserCall } from "./calls.ts";
import { $openUser, $subject } from "./editModel.ts";
import { toUsers } from "./route.ts";

export const askDeletion = createAction(actions.deletionAsked);
export const typeDeletion = createAction(actions.deletionTyped);
export const cancelDeletion = createAction(actions.deletionCancelled);
export const confirmDeletion = createAction(actions.deletionConfirmed);

/** A deletion that was sent. */
interface SentDeletion {
  readonly requestId: string;
  readonly userId: string;
  readonly username: string;
  /** The question that it was confirmed in still stands, and is where its answer is told. */
  readonly isAsked: boolean;
}
export interface Deletion {
  readonly isOpen: boolean;
  readonly text: string;
  readonly failure: Failure | null;
  /** The newest; its answer may come when another user is looked at. */
  readonly sent: SentDeletion | null;
}
const NO_DELETION: Deletion = { isOpen: false, text: "", failure: null, sent: null };
/** The question is no longer the one that was confirmed. */
const closed = ({ sent }: Deletion): Deletion => ({
  ...NO_DELETION,
  sent: sent && { ...sent, isAsked: false },
});
const isAnswered = ({ sent }: Deletion, cause: string | null) =>
  sent?.requestId === cause && sent.isAsked;

export const $deletion = createProjection("users/deletion", NO_DELETION, (on) => [
  on(actions.deletionAsked, (deletion) => ({ ...closed(deletion), isOpen: true })),
  on(actions.deletionTyped, (deletion, { text }) => ({ ...deletion, text, failure: null })),
  on(actions.deletionCancelled, (deletion) => ({ ...closed(deletion), text: deletion.text })),
  on(deleteUser.requested, (deletion, { params: { userId } }, { id }) => ({
    ...deletion,
    // To confirm is to type the username.
    sent: { requestId: id, userId, username: deletion.text, isAsked: true },
  })),
  on(deleteUser.failed, (deletion, failure, { cause }) =>
    isAnswered(deletion, cause)
      ? { ...deletion, failure: isReportable(failure) ? failure : null }
      : deletion,
  ),
  on(deleteUser.succeeded, (deletion, _reply, { cause }) =>
    isAnswered(deletion, cause) ? closed(deletion) : deletion,
  ),
  on(screenOpened, closed),
]);
sample({
  clock: onLive(actions.deletionConfirmed),
  source: {
    deletion: $deletion,
    subject: $subject,
    params: $openUser,
    status: deleteUserCall.$status,
  },
  filter: ({ deletion, subject, params, status }) =>
    params !== null &&
    status !== "InProgress" &&
    checkConfirmation(deletion.text, subject.user?.username ?? "") === null,
  fn: ({ params }, { id }) => ({ params: params ?? { clientId: "", userId: "" }, cause: id }),
  target: deleteUserCall.start,
});
sample({
  clock: deleteUserCall.succeeded,
  source: $deletion,
  fn: ({ sent }, { id }) =>
    notificationOf("success", `${sent?.username ?? "The user"} was deleted.`, id),
  target: showNotification,
});
// Who has gone on meanwhile is not called back.
sample({
  clock: deleteUserCall.succeeded,
  source: { deletion: $deletion, params: $openUser },
  filter: ({ deletion, params }) => params !== null && params.userId === deletion.sent?.userId,
  fn: (_source, { id }) => ({ path: toUsers(), saved: true, cause: id }),
  target: navigateTo,
});
sample({
  clock: deleteUserCall.failed,
  source: $deletion,
  filter: ({ sent }, { payload }) => sent?.isAsked === false && isReportable(payload),
  fn: ({ sent }, { payload, id }) =>
    notificationOf(
      "error",
      `${sent?.username ?? ""} was not deleted: ${sentence(payload.message)}`,
      id,
    ),
  target: showNotification,
});
