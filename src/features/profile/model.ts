/** The form of one's own profile: filled with the current user, sent as a JSON Patch. */
import * as actions from "#events/actions/profile.ts";
import { updateProfile } from "#events/calls/profile.ts";
import { message } from "#events/messages/message.ts";
import { checkPerson } from "#events/rules/users.ts";
import { $user, fetchCurrentUser } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createForm } from "../../kernel/createForm.ts";
import { react } from "../../kernel/react.ts";
import { profileRoute } from "./route.ts";
import { profileOf, profilePatch } from "./rules.ts";

export const updateProfileCall = createCall(updateProfile);

export const profileForm = createForm(actions.profileForm, {
  saved: $user.map((user) => user && profileOf(user)),
  call: updateProfileCall,
  routes: [profileRoute.name],
  source: $user,
  check: (values) => checkPerson(values),
  request: (values, _user, saved) => ({ body: profilePatch(values, saved) }),
  savedMessage: () => message("accounts.profileSaved"),
  failedMessage: (_values, reason) => message("accounts.profileNotSaved", { reason }),
});
// Values saved elsewhere appear below the draft.
react(
  updateProfileCall.failed,
  $user,
  (_user, { payload: { code } }) => (code === "ECONFLICT" ? { redirectOnFailure: false } : null),
  fetchCurrentUser,
);
