/** The form of one's own profile: opened with the current user, sent as a JSON Patch. */
import { combine, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/profile.ts";
import { updateProfile } from "#events/calls/users.ts";
import { checkPerson } from "#events/policy/users.ts";
import { createCall } from "../../kernel/calls.ts";
import {
  failTyped,
  formOf,
  guardUnsaved,
  listProblems,
  nothingTyped,
  refuseTyped,
  typeInto,
} from "../../kernel/form.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, createConsequence, happened } from "../../kernel/recorder.ts";
import { $user, fetchCurrentUser } from "../session/index.ts";
import { profileOf, profilePatch, type ProfileValues } from "./rules.ts";

export const changeProfile = createAction(actions.profileFieldChanged);
export const discardProfile = createAction(actions.profileDiscarded);
export const submitProfile = createAction(actions.profileSubmitted);
const refuse = createConsequence(actions.profileRefused);

export const updateProfileCall = createCall(updateProfile);

const $typed = createProjection("profile/typed", nothingTyped<ProfileValues>(), (on) => [
  on(screenOpened, () => nothingTyped<ProfileValues>()),
  on(actions.profileDiscarded, () => nothingTyped<ProfileValues>()),
  on(updateProfile.succeeded, () => nothingTyped<ProfileValues>()),
  on(actions.profileFieldChanged, (typed, { field, value }) => typeInto(typed, field, value)),
  on(actions.profileRefused, (typed, { problems }) => refuseTyped(typed, problems)),
  on(updateProfile.failed, failTyped),
]);

/** null until the user is known. */
export const $form = combine($user, $typed, (user, typed) =>
  user === null ? null : formOf(profileOf(user), typed),
);
guardUnsaved($form.map((form) => form !== null && form.changed.length > 0));

const submitted = sample({
  clock: happened(actions.profileSubmitted),
  source: $form,
  filter: (form) => form !== null,
  fn: (form, { id }) => ({
    problems: form ? listProblems(checkPerson(form.values)) : [],
    patch: form ? profilePatch(form) : [],
    id,
  }),
});
sample({
  clock: submitted,
  filter: ({ problems }) => problems.length > 0,
  fn: ({ problems, id }) => ({ payload: { problems }, cause: id }),
  target: refuse,
});
sample({
  clock: submitted,
  source: updateProfileCall.$status,
  filter: (status, { problems, patch }) =>
    problems.length === 0 && patch.length > 0 && status !== "InProgress",
  fn: (_status, { patch, id }) => ({ body: patch, cause: id }),
  target: updateProfileCall.start,
});
sample({
  clock: updateProfileCall.succeeded,
  fn: ({ id }) => notificationOf("success", "Your profile was saved.", id),
  target: showNotification,
});
// What somebody else saved meanwhile comes under what is typed here.
sample({
  clock: updateProfileCall.failed,
  filter: ({ payload }) => payload.code === "ECONFLICT",
  fn: ({ id }) => ({ redirectOnFailure: false, cause: id }),
  target: fetchCurrentUser,
});
