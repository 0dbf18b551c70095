/** The form of a new user. Whoever is created is sent the validation e-mail, and opened next, for roles and all else. */
import { combine, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/users.ts";
import { createUser } from "#events/calls/users.ts";
import { proposeUsername } from "#events/rules/client.ts";
import { checkUser, normalizePerson } from "#events/rules/users.ts";
import {
  createTyped,
  formOf,
  leaveTyped,
  listProblems,
  sendForm,
  typeInto,
} from "../../kernel/form.ts";
import { $screen, navigateTo } from "../../kernel/navigation.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { sentence } from "../../ui/language/sentence.ts";
import { $client, $clientId } from "../../data/session/index.ts";
import { createUserCall, sendValidationEmailCall } from "./calls.ts";
import { toUser, usersRoute } from "./route.ts";
// It tells whether the e-mail was sent.
import "./validationEmail.ts";

const NEW_USER = {
  username: "",
  givenName: "",
  familyName: "",
  email: "",
  phoneNumber: "",
  phoneExtension: "",
  jobTitle: "",
  isHr: false,
  isAd: false,
  archived: false,
  resourceIds: [] as string[],
  roleIds: [] as string[],
};

export const toggleCreation = createAction(actions.creationToggled);
export const typeNewUser = createAction(actions.newUserTyped);
export const submitCreation = createAction(actions.creationSubmitted);
const refuse = createFollowUp(actions.creationRefused);

export const $isCreating = createProjection("users/isCreating", false, (on) => [
  on(actions.creationToggled, (_open, { open }) => open),
  on(createUser.succeeded, () => false),
  // What is typed into the search of the list opens the list anew.
  on(screenOpened, (isOpen, { route }) => isOpen && route === usersRoute.name),
]);
// What was typed outlives closing: a slip of the finger loses nothing.
const $typed = createTyped<typeof NEW_USER>(
  "users/newUser",
  { save: createUser, refused: actions.creationRefused },
  (on) => [
    on(actions.creationToggled, (typed, { open }) => leaveTyped(typed, !open)),
    on(screenOpened, (typed, { route }) =>
      route === usersRoute.name ? typed : leaveTyped(typed, true),
    ),
    on(actions.newUserTyped, (typed, { field, value }) => typeInto(typed, field, value)),
  ],
);
/** Until a username is typed it follows the names, by the client's format. */
export const $newUser = combine($client, $typed, (client, typed) => {
  const named = { ...NEW_USER, ...typed.values };
  return formOf({ ...NEW_USER, username: proposeUsername(client ?? {}, named) }, typed);
});

sendForm({
  submitted: onLive(actions.creationSubmitted),
  source: combine({ form: $newUser, clientId: $clientId }),
  submission: ({ form, clientId }) => ({
    problems: listProblems(checkUser(form.values)),
    request:
      clientId === null ? null : { params: { clientId }, body: normalizePerson(form.values) },
  }),
  refuse,
  save: createUserCall,
  typed: $typed,
  notSaved: ({ body }, message) => `${body.username} was not created: ${sentence(message)}`,
});
sample({
  clock: createUserCall.succeeded,
  fn: ({ payload: { body }, id }) => notificationOf("success", `${body.username} was created.`, id),
  target: showNotification,
});
// Who has gone on meanwhile is not called back.
sample({
  clock: createUserCall.succeeded,
  source: $screen,
  filter: (screen) => screen?.route === usersRoute.name,
  fn: (_screen, { payload: { body }, id }) => ({ path: toUser(body.id), cause: id }),
  target: navigateTo,
});
sample({
  clock: createUserCall.succeeded,
  source: $clientId,
  filter: (clientId) => clientId !== null,
  fn: (clientId, { payload: { body }, id }) => ({
    params: { clientId: clientId ?? "", userId: body.id },
    cause: id,
  }),
  target: sendValidationEmailCall.start,
});
