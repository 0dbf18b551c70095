/** The history of the user of the open screen, and taking a change back. */
import { sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/users.ts";
import { listUserChanges } from "#events/calls/users.ts";
import type { UserChange } from "#events/entities/managedUser.ts";
import { emptyListing, failPage, receivePage, type Listing } from "../../kernel/listing.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, onLive } from "../../kernel/recorder.ts";
import {
  endUserSessionsCall,
  listUserChangesCall,
  patchUserCall,
  sendValidationEmailCall,
  undoUserChangeCall,
  updateUserCall,
} from "./calls.ts";
import { $openUser, userOpened } from "./editModel.ts";

export const pageChanges = createAction(actions.changesPaged);
export const undoChange = createAction(actions.undoChosen);

export const $changes = createProjection<Listing<UserChange>>(
  "users/changes",
  emptyListing<UserChange>(),
  (on) => [
    on(screenOpened, () => emptyListing<UserChange>()),
    on(listUserChanges.requested, (list, _input, { id }) => ({
      ...list,
      requestId: id,
      status: "InProgress",
      failure: null,
    })),
    on(listUserChanges.succeeded, (list, { body }, envelope) =>
      receivePage(list, { items: body._embedded.changes, page: body.page }, envelope),
    ),
    on(listUserChanges.failed, failPage),
  ],
);

const wanted = sample({
  clock: [
    onLive(actions.changesPaged).map(({ payload, id }) => ({ page: payload.page, id })),
    updateUserCall.succeeded.map(({ id }) => ({ page: 0, id })),
    patchUserCall.succeeded.map(({ id }) => ({ page: 0, id })),
    undoUserChangeCall.succeeded.map(({ id }) => ({ page: 0, id })),
    sendValidationEmailCall.succeeded.map(({ id }) => ({ page: 0, id })),
    endUserSessionsCall.succeeded.map(({ id }) => ({ page: 0, id })),
    undoUserChangeCall.failed.map(({ id }) => ({ page: 0, id })),
    userOpened.map(({ cause }) => ({ page: 0, id: cause })),
  ],
  source: $openUser,
  fn: (params, { page, id }) => ({ params, page, id }),
});
sample({
  clock: wanted,
  filter: ({ params }) => params !== null,
  fn: ({ params, page, id }) => ({
    params: params ?? { clientId: "", userId: "" },
    query: { page },
    cause: id,
  }),
  target: listUserChangesCall.start,
});

sample({
  clock: onLive(actions.undoChosen),
  source: $openUser,
  filter: (params) => params !== null,
  fn: (params, { payload, id }) => ({
    params: { ...(params ?? { clientId: "", userId: "" }), changeId: payload.changeId },
    cause: id,
  }),
  target: undoUserChangeCall.start,
});
sample({
  clock: undoUserChangeCall.succeeded,
  fn: ({ id }) => notificationOf("success", "The change was taken back.", id),
  target: showNotification,
});
