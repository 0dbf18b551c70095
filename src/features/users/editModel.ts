/** One user: what is saved, what is typed over it, and how it is saved and archived. */
import { combine, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/users.ts";
import * as calls from "#events/calls/users.ts";
import type { ManagedUser, UserRole } from "#events/entities/managedUser.ts";
import type { Failure } from "#events/kernel/call.ts";
import { checkUser, normalizePerson } from "#events/rules/users.ts";
import {
  createTyped,
  formOf,
  guardUnsaved,
  listProblems,
  nothingTyped,
  sendForm,
  typeInto,
} from "../../kernel/form.ts";
import { isReportable } from "../../kernel/calls.ts";
import { $screen } from "../../kernel/navigation.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { sentence } from "../../ui/language/sentence.ts";
import { fetchResources } from "../../data/directory/index.ts";
import { $clientId } from "../../data/session/index.ts";
import {
  getUserCall,
  listUserRolesCall,
  patchUserCall,
  undoUserChangeCall,
  updateUserCall,
} from "./calls.ts";
import { valuesOf, type UserValues } from "./editRules.ts";
import { userRoute } from "./route.ts";

export const typeUser = createAction(actions.userTyped);
export const setUserFlag = createAction(actions.userFlagSet);
export const chooseUserIds = createAction(actions.userIdsChosen);
export const discardUser = createAction(actions.userDiscarded);
export const submitUser = createAction(actions.userSubmitted);
export const retryUser = createAction(actions.userRetried);
export const chooseArchiving = createAction(actions.archivingChosen);
const refuse = createFollowUp(actions.userRefused);

/** What is saved of the user that the open screen is about; an answer about another changes nothing. */
interface Subject {
  readonly userId: string | null;
  readonly user: ManagedUser | null;
  /** The newest request for it. */
  readonly requestId: string | null;
  readonly failure: Failure | null;
}
const NOBODY: Subject = { userId: null, user: null, requestId: null, failure: null };
const receive = (subject: Subject, { body }: { readonly body: ManagedUser }): Subject =>
  body.id === subject.userId ? { ...subject, user: body, failure: null } : subject;

export const $subject = createProjection(
  "users/subject",
  NOBODY,
  (on) => [
    on(screenOpened, (subject, { route, params }) => {
      const userId = route === userRoute.name ? (params.userId ?? null) : null;
      return userId !== null && userId === subject.userId ? subject : { ...NOBODY, userId };
    }),
    on(actions.userRetried, (subject) => ({ ...subject, failure: null })),
    on(calls.getUser.requested, (subject, _input, { id }) => ({ ...subject, requestId: id })),
    on(calls.getUser.succeeded, receive),
    on(calls.getUser.failed, (subject, failure, { cause }) =>
      cause === subject.requestId ? { ...subject, failure } : subject,
    ),
    on(calls.updateUser.succeeded, receive),
    on(calls.patchUser.succeeded, receive),
    on(calls.undoUserChange.succeeded, receive),
  ],
  { version: 2 },
);

interface KnownRoles {
  readonly requestId: string | null;
  /** null until they have come. */
  readonly items: readonly UserRole[] | null;
  readonly failure: Failure | null;
}
const NO_ROLES: KnownRoles = { requestId: null, items: null, failure: null };
/** The roles that there are. */
export const $roles = createProjection("users/knownRoles", NO_ROLES, (on) => [
  on(calls.listUserRoles.requested, (roles, _input, { id }) => ({
    ...roles,
    requestId: id,
    failure: null,
  })),
  on(calls.listUserRoles.succeeded, (roles, { body }, { cause }) =>
    cause === roles.requestId ? { ...roles, items: body._embedded.roles } : roles,
  ),
  on(calls.listUserRoles.failed, (roles, failure, { cause }) =>
    cause === roles.requestId ? { ...roles, failure } : roles,
  ),
]);

const $typed = createTyped<UserValues>(
  "users/typed",
  { save: calls.updateUser, refused: actions.userRefused },
  (on) => [
    on(screenOpened, () => nothingTyped()),
    on(actions.userDiscarded, () => nothingTyped()),
    on(actions.userTyped, (typed, { field, value }) => typeInto(typed, field, value)),
    on(actions.userFlagSet, (typed, { field, value }) => typeInto(typed, field, value)),
    on(actions.userIdsChosen, (typed, { field, ids }) => typeInto(typed, field, ids)),
  ],
);

/** null until the user is known. */
export const $userForm = combine($subject, $typed, ({ user }, typed) =>
  user === null ? null : formOf(valuesOf(user), typed),
);
guardUnsaved($userForm.map((form) => form !== null && form.changed.length > 0));

const $userParams = combine($screen, $clientId, (screen, clientId) =>
  screen?.route === userRoute.name && clientId !== null
    ? { clientId, userId: screen.params.userId ?? "" }
    : null,
);
/** Client and user of the open screen; null where it is about none. */
export const $openUser = $userParams;
/** Stands where a filter has let nothing of the kind pass. */
const NO_PARAMS = { clientId: "", userId: "" };

/** A user's screen opened; what it is about. */
export const userOpened = sample({
  clock: [onLive(screenOpened), onLive(actions.userRetried)],
  source: $userParams,
  filter: (params) => params !== null,
  fn: (params, { id }) => ({ params: params ?? NO_PARAMS, cause: id }),
});
sample({ clock: userOpened, target: getUserCall.start });
sample({
  clock: userOpened,
  fn: ({ params: { clientId }, cause }) => ({ params: { clientId }, cause }),
  target: listUserRolesCall.start,
});
sample({ clock: userOpened, fn: ({ cause }) => ({ cause }), target: fetchResources });

sendForm({
  submitted: onLive(actions.userSubmitted),
  source: combine({ form: $userForm, params: $userParams, subject: $subject }),
  submission: ({ form, params, subject }) => {
    if (form === null || params === null) return null;
    const body = { ...normalizePerson(form.values), version: subject.user?.version ?? 0 };
    return {
      problems: listProblems(checkUser(form.values)),
      request: form.changed.length > 0 ? { params, body } : null,
    };
  },
  refuse,
  save: updateUserCall,
  typed: $typed,
  notSaved: ({ body }, message) => `${body.username} was not saved: ${sentence(message)}`,
});
sample({
  clock: updateUserCall.succeeded,
  fn: ({ payload, id }) => notificationOf("success", `${payload.body.username} was saved.`, id),
  target: showNotification,
});

sample({
  clock: onLive(actions.archivingChosen),
  source: $userParams,
  filter: (params) => params !== null,
  fn: (params, { payload, id }) => ({
    params: params ?? NO_PARAMS,
    body: [{ op: "replace" as const, path: "/archived", value: payload.archived }],
    cause: id,
  }),
  target: patchUserCall.start,
});
sample({
  clock: patchUserCall.succeeded,
  fn: ({ payload: { body }, id }) =>
    notificationOf(
      "success",
      body.archived
        ? `${body.username} was archived and cannot sign in any more.`
        : `${body.username} was restored.`,
      id,
    ),
  target: showNotification,
});
sample({
  clock: [patchUserCall.failed, undoUserChangeCall.failed],
  filter: ({ payload }) => isReportable(payload),
  fn: ({ payload, id }) =>
    notificationOf("error", payload.fields?.[0]?.message ?? payload.message, id),
  target: showNotification,
});
// Somebody else was quicker: what they saved comes under what is typed here.
sample({
  clock: [updateUserCall.failed, patchUserCall.failed, undoUserChangeCall.failed],
  source: $userParams,
  filter: (params, { payload }) => params !== null && payload.code === "ECONFLICT",
  fn: (params, { id }) => ({ params: params ?? NO_PARAMS, cause: id }),
  target: getUserCall.start,
});
