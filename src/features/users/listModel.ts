/** The list of users, and the form of a new user, who gets a validation e-mail and whose screen opens next. */
import { combine, sample } from "effector";
import type { Static } from "typebox";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/users.ts";
import * as calls from "#events/calls/users.ts";
import { message } from "#events/messages/message.ts";
import { proposeUsername } from "#events/rules/client.ts";
import { checkUser, normalizePerson } from "#events/rules/users.ts";
import { isUuid } from "#events/rules/uuid.ts";
import { $client, $clientId } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createForm } from "../../kernel/createForm.ts";
import { createList } from "../../kernel/list.ts";
import { $screen, navigateTo, parsePath } from "../../kernel/navigation.ts";
import { createProjection } from "../../kernel/projection.ts";
import { react } from "../../kernel/react.ts";
import { onLive } from "../../kernel/recorder.ts";
import { filled } from "../../kernel/filters.ts";
import { $roles } from "./editModel.ts";
import { asksForNewUser, toUser, toUsers, usersRoute } from "./route.ts";
import { sendValidationEmailCall } from "./validationEmail.ts";

const routes = [usersRoute.name];

/** The filters of the list in the form of the calls. */
export function filtersOf({
  contains,
  status,
  manager,
  role,
}: Static<(typeof actions.userList)["query"]>) {
  return {
    ...filled({ contains, manager }),
    ...(isUuid(role) && { roleId: role }),
    status,
  };
}

const createUserCall = createCall(calls.createUser);

export const userList = createList(actions.userList, {
  call: createCall(calls.listUsers),
  routes,
  source: $clientId,
  request: (clientId, query) => ({
    params: { clientId },
    query: { ...filtersOf(query), sort: query.sort },
  }),
  itemsOf: ({ _embedded }) => _embedded.users,
  kept: ["status"],
  options: { version: 3 },
  refreshOn: [calls.deleteUser.succeeded],
});

const OTHER_VALUES = {
  phoneNumber: "",
  phoneExtension: "",
  jobTitle: "",
  isHr: false,
  isAd: false,
  archived: false,
  resourceIds: [],
  roleIds: [],
};

const NO_NAMES = { givenName: "", familyName: "" };
/** The typed names, from which the username is proposed. */
const $names = createProjection("users/newNames", NO_NAMES, (on) => [
  on(screenOpened, (names, { route }) => (routes.includes(route) ? names : NO_NAMES)),
  on(actions.newUserForm.changed, (names, { values }) => ({
    givenName: values.givenName ?? names.givenName,
    familyName: values.familyName ?? names.familyName,
  })),
  on(calls.createUser.succeeded, () => NO_NAMES),
]);

/** Until the username is edited it follows the names, in the client's format. */
const $proposal = combine($client, $names, (client, names) => ({
  username: proposeUsername(client ?? {}, names),
  givenName: "",
  familyName: "",
  email: "",
}));

/** The role that only lets users manage their own profile; null if no role does. */
export const $startRole = $roles.map(
  ({ value }) =>
    value?.find(
      ({ grantable, permissions }) =>
        grantable &&
        permissions.length === 1 &&
        permissions.every(({ name }) => name === "users_self_update"),
    ) ?? null,
);

export const newUserForm = createForm(actions.newUserForm, {
  saved: $proposal,
  call: createUserCall,
  routes,
  inDialog: true,
  source: combine($clientId, $startRole, (clientId, role) =>
    clientId === null ? null : { clientId, roleIds: role === null ? [] : [role.id] },
  ),
  check: (values) => checkUser({ ...OTHER_VALUES, ...values }),
  request: (values, { clientId, roleIds }) => ({
    params: { clientId },
    body: normalizePerson({ ...OTHER_VALUES, roleIds, ...values }),
  }),
  savedMessage: ({ body }) => message("users.created", { username: body.username }),
  failedMessage: ({ username }, reason) =>
    message("users.notCreated", { username: username.trim(), reason }),
});
// The address of the form opens it, and is then replaced by that of the list.
const asked = onLive(screenOpened).filterMap((opened) => {
  const { route, path } = opened.payload;
  return route === usersRoute.name && asksForNewUser(parsePath(path).search) ? opened : undefined;
});
sample({ clock: asked, fn: () => ({ open: true }), target: newUserForm.toggle });
react(asked, $screen, () => ({ path: toUsers(), replace: true, cause: null }), navigateTo);
// Stay on the screen that the administrator has opened since.
react(
  createUserCall.succeeded,
  $screen,
  (screen, { payload: { body } }) =>
    screen?.route === usersRoute.name ? { path: toUser(body.id) } : null,
  navigateTo,
);
react(
  createUserCall.succeeded,
  $clientId,
  (clientId, { payload: { body } }) =>
    clientId === null ? null : { params: { clientId, userId: body.id } },
  sendValidationEmailCall.start,
);
