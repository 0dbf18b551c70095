/** One user: the saved values, the form, the history, and the actions. */
import * as actions from "#events/actions/users.ts";
import { resetFactors } from "#events/calls/factors.ts";
import * as calls from "#events/calls/users.ts";
import { message } from "#events/messages/message.ts";
import { checkUser, normalizePerson } from "#events/rules/users.ts";
import { fetchResources } from "../../data/directory/index.ts";
import { $clientId } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { createForm } from "../../kernel/createForm.ts";
import { createList } from "../../kernel/list.ts";
import { $screen, navigateTo } from "../../kernel/navigation.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { notifyFailures } from "../../kernel/notifyFailures.ts";
import { nameParam } from "../../kernel/openNames.ts";
import { createQuery } from "../../kernel/query.ts";
import { react } from "../../kernel/react.ts";
import { createAction } from "../../kernel/recorder.ts";
import { combine } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import { signedOutMessage, valuesOf } from "./editRules.ts";
import { $openUser } from "./openUser.ts";
import { rolesRoute, toUsers, userRoute, usersRoute } from "./route.ts";

const routes = [userRoute.name];
const updateUserCall = createCall(calls.updateUser);
const patchUserCall = createCall(calls.patchUser);
const deleteUserCall = createCall(calls.deleteUser);
const endUserSessionsCall = createCall(calls.endUserSessions);
const undoUserChangeCall = createCall(calls.undoUserChange);

export const chooseArchiving = createAction(actions.archivingChosen);
export const undoChange = createAction(actions.undoChosen);
export const retryUser = createAction(actions.userRetried);
export const $isArchiving = patchUserCall.$status.map((status) => status === "InProgress");
export const $isUndoing = undoUserChangeCall.$status.map((status) => status === "InProgress");

const CHANGES = [calls.updateUser, calls.patchUser, calls.undoUserChange];

export const $subject = createQuery("users/openUser", {
  call: createCall(calls.getUser),
  input: $openUser.map((params) => params && { params }),
  valueOf: ({ body }) => body,
  // After a conflict the values saved elsewhere appear below the draft.
  refreshOn: [actions.userRetried, ...CHANGES.map(({ failed }) => failed)],
  changes: (on) =>
    CHANGES.map(({ succeeded }) =>
      on(succeeded, (user, { body }) => (body.id === user.id ? body : user)),
    ),
});

nameParam(
  "userId",
  $subject.map(({ value }) => value?.username ?? null),
);

const ROLE_ROUTES: readonly string[] = [usersRoute.name, userRoute.name, rolesRoute.name];

/** The server's roles. The list of users filters by them, and User Roles shows them. */
export const $roles = createQuery("users/roleList", {
  call: createCall(calls.listUserRoles),
  input: combine($screen, $clientId, (screen, clientId) =>
    screen !== null && clientId !== null && ROLE_ROUTES.includes(screen.route)
      ? { params: { clientId } }
      : null,
  ),
  valueOf: ({ body }) => body._embedded.roles,
  refreshOn: [actions.userRetried],
});
react(
  [screenOpened, actions.userRetried],
  $openUser,
  (open) => open && { payload: {} },
  fetchResources,
);

export const userForm = createForm(actions.userForm, {
  saved: $subject.map(({ value }) => value && valuesOf(value)),
  call: updateUserCall,
  routes,
  source: combine($openUser, $subject, (params, { value: user }) =>
    params && user ? { params, user } : null,
  ),
  check: (values) => checkUser(values),
  request: (values, { params, user }) => ({
    params,
    body: {
      ...normalizePerson(values),
      archived: user.archived,
      version: user.version,
    },
  }),
  savedMessage: ({ body }) => message("users.saved", { username: body.username }),
  failedMessage: ({ username }, reason) => message("users.notSaved", { username, reason }),
});

react(
  actions.archivingChosen,
  $openUser,
  (params, { payload: { archived } }) =>
    params && {
      params,
      body: [{ op: "replace" as const, path: "/archived", value: archived }],
    },
  patchUserCall.start,
);
react(
  patchUserCall.succeeded,
  $openUser,
  (_open, { payload: { body }, id }) =>
    notificationOf(
      "success",
      message(body.archived ? "users.wasArchived" : "users.restored", {
        username: body.username,
      }),
      id,
    ),
  showNotification,
);
react(
  actions.undoChosen,
  $openUser,
  (open, { payload: { changeId } }) => open && { params: { ...open, changeId } },
  undoUserChangeCall.start,
);
react(
  undoUserChangeCall.succeeded,
  $openUser,
  (_open, { id }) => notificationOf("success", message("users.changeUndone"), id),
  showNotification,
);
notifyFailures([patchUserCall.failed, undoUserChangeCall.failed]);

export const userHistory = createList(actions.userHistory, {
  call: createCall(calls.listUserChanges),
  routes,
  inAddress: false,
  source: $openUser,
  request: (params) => ({ params, query: {} }),
  itemsOf: ({ _embedded }) => _embedded.changes,
  refreshOn: [
    ...CHANGES.map(({ succeeded }) => succeeded),
    calls.undoUserChange.failed,
    calls.sendValidationEmail.succeeded,
    calls.endUserSessions.succeeded,
  ],
});

export const userDeletion = createConfirmation(actions.userDeletion, {
  call: deleteUserCall,
  source: $clientId,
  expected: ({ username }) => username,
  request: ({ userId }, clientId) => ({ params: { clientId, userId } }),
  doneMessage: ({ username }) => message("users.deleted", { username }),
  failedMessage: ({ username }, reason) => message("users.notDeleted", { username, reason }),
});
// Stay on the screen that the administrator has opened since.
react(
  deleteUserCall.succeeded,
  combine(
    $openUser,
    userDeletion.$sent,
    (open, sent) => open !== null && open.userId === sent?.userId,
  ),
  (isHere) => (isHere ? { path: toUsers(), saved: true } : null),
  navigateTo,
);

export const userFactorsReset = createConfirmation(actions.userFactorsReset, {
  call: createCall(resetFactors),
  source: $clientId,
  request: ({ userId }, clientId) => ({ params: { clientId, userId } }),
  doneMessage: ({ username }) => message("factors.reset", { username }),
  failedMessage: (_subject, reason) => message("factors.notReset", { reason }),
});

export const userSignOut = createConfirmation(actions.userSignOut, {
  call: endUserSessionsCall,
  source: $clientId,
  request: ({ userId }, clientId) => ({ params: { clientId, userId } }),
  doneMessage: ({ username }, { body }) => signedOutMessage(username, body.ended),
  failedMessage: ({ username }, reason) => message("users.notSignedOut", { username, reason }),
});
