/** The form of one's own profile: opened with the current user, sent as a JSON Patch. */
import { combine, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/profile.ts";
import { updateProfile } from "#events/calls/users.ts";
import { checkPerson } from "#events/rules/users.ts";
import { createCall } from "../../kernel/calls.ts";
import {
  createTyped,
  formOf,
  guardUnsaved,
  listProblems,
  nothingTyped,
  sendForm,
  typeInto,
} from "../../kernel/form.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { sentence } from "../../ui/language/sentence.ts";
import { $user, fetchCurrentUser } from "../../data/session/index.ts";
import { profileOf, profilePatch, type ProfileValues } from "./rules.ts";

export const changeProfile = createAction(actions.profileFieldChanged);
export const discardProfile = createAction(actions.profileDiscarded);
export const submitProfile = createAction(actions.profileSubmitted);
const refuse = createFollowUp(actions.profileRefused);

export const updateProfileCall = createCall(updateProfile);

const $typed = createTyped<ProfileValues>(
  "profile/typed",
  { save: updateProfile, refused: actions.profileRefused },
  (on) => [
    on(screenOpened, () => nothingTyped()),
    on(actions.profileDiscarded, () => nothingTyped()),
    on(actions.profileFieldChanged, (typed, { field, value }) => typeInto(typed, field, value)),
  ],
);

/** null until the user is known. */
export const $form = combine($user, $typed, (user, typed) =>
  user === null ? null : formOf(profileOf(user), typed),
);
guardUnsaved($form.map((form) => form !== null && form.changed.length > 0));

sendForm({
  submitted: onLive(actions.profileSubmitted),
  source: $form,
  submission: (form) => {
    if (form === null) return null;
    const body = profilePatch(form);
    return {
      problems: listProblems(checkPerson(form.values)),
      request: body.length > 0 ? { body } : null,
    };
  },
  refuse,
  save: updateProfileCall,
  typed: $typed,
  notSaved: (_request, message) => `Your profile was not saved: ${sentence(message)}`,
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
