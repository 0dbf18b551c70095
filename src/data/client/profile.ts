/** The form of the client's profile, sent as a JSON Patch of what was changed. */
import { combine, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/clients.ts";
import { patchClient } from "#events/calls/clients.ts";
import { checkClient } from "#events/rules/client.ts";
import { createCall } from "../../kernel/calls.ts";
import {
  createTyped,
  formOf,
  guardUnsaved,
  leaveTyped,
  listProblems,
  nothingTyped,
  sendForm,
  typeInto,
} from "../../kernel/form.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { sentence } from "../../ui/language/sentence.ts";
import { $client, fetchCurrentUser } from "../session/index.ts";
import { profilePatch, valuesOf, type ProfileValues } from "./rules.ts";
import { $usernameFormat } from "./usernameFormat.ts";

export const toggleProfile = createAction(actions.profileToggled);
export const typeProfile = createAction(actions.profileTyped);
export const submitProfile = createAction(actions.profileSubmitted);
const refuse = createFollowUp(actions.profileRefused);

export const patchClientCall = createCall(patchClient);

export const $isEditing = createProjection("client/isEditing", false, (on) => [
  on(actions.profileToggled, (_isOpen, { open }) => open),
  on(patchClient.succeeded, () => false),
  on(screenOpened, () => false),
]);

const $typed = createTyped<ProfileValues>(
  "client/typed",
  { save: patchClient, refused: actions.profileRefused },
  (on) => [
    on(screenOpened, () => nothingTyped()),
    on(actions.profileToggled, (typed, { open }) => leaveTyped(typed, !open)),
    on(actions.profileTyped, (typed, { field, value }) => typeInto(typed, field, value)),
  ],
);

/** null for a user without a client. */
export const $profileForm = combine($client, $typed, (client, typed) =>
  client === null ? null : formOf(valuesOf(client), typed),
);
guardUnsaved(
  combine([$profileForm, $usernameFormat], (forms) =>
    forms.some((form) => form !== null && form.changed.length > 0),
  ),
);

sendForm({
  submitted: onLive(actions.profileSubmitted),
  source: combine({ form: $profileForm, client: $client }),
  submission: ({ form, client }) => {
    if (form === null || client === null) return null;
    const body = profilePatch(form);
    return {
      problems: listProblems(checkClient(form.values)),
      request: body.length > 0 ? { params: { clientId: client.id }, body } : null,
    };
  },
  refuse,
  save: patchClientCall,
  typed: $typed,
  notSaved: (_request, message) => `The client was not saved: ${sentence(message)}`,
});
sample({
  clock: patchClientCall.succeeded,
  fn: ({ payload: { body }, id }) => notificationOf("success", `${body.name} was saved.`, id),
  target: showNotification,
});
// What somebody else saved meanwhile comes under what is typed here.
sample({
  clock: patchClientCall.failed,
  filter: ({ payload }) => payload.code === "ECONFLICT",
  fn: ({ id }) => ({ redirectOnFailure: false, cause: id }),
  target: fetchCurrentUser,
});
