/** The users to whom the open resource is assigned. */
import { combine } from "effector";
import * as actions from "#events/actions/systems.ts";
import * as calls from "#events/calls/systemUsers.ts";
import { message } from "#events/messages/message.ts";
import { canAssignUsers } from "#events/rules/permissions.ts";
import { checkRequired } from "#events/rules/validation.ts";
import { $user } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { createForm } from "../../kernel/createForm.ts";
import { createQuery } from "../../kernel/query.ts";
import { placeOn } from "./place.ts";
import { manageRoute } from "./route.ts";

/** The open resource, if the user may assign users to it; null otherwise. */
const $here = placeOn("manage");
const $assignable = combine($here, $user, (place, user) =>
  place !== null && user !== null && canAssignUsers(user, place.resourceId) ? place : null,
);
export const $mayAssign = $assignable.map((place) => place !== null);

export const $resourceUsers = createQuery("systems/resourceUsers", {
  call: createCall(calls.listResourceUsers),
  input: $here.map((params) => params && { params }),
  valueOf: ({ body }) => body._embedded.users,
  refreshOn: [
    actions.systemRetried,
    calls.assignResource.succeeded,
    calls.unassignResource.succeeded,
    calls.unassignResource.failed,
  ],
});

export const resourceUserForm = createForm(actions.resourceUserForm, {
  saved: { username: "" },
  call: createCall(calls.assignResource),
  routes: [manageRoute.name],
  source: $assignable,
  check: ({ username }) => ({ username: checkRequired(username, "labels.username") }),
  request: ({ username }, params) => ({ params, body: { username: username.trim() } }),
  savedMessage: ({ body: { username: name } }) => message("systemUsers.added", { name }),
  failedMessage: ({ username: name }, reason) => message("systemUsers.notAdded", { name, reason }),
});

export const resourceUserRemoval = createConfirmation(actions.resourceUserRemoval, {
  call: createCall(calls.unassignResource),
  source: $assignable,
  request: ({ userId }, params) => ({ params: { ...params, userId } }),
  doneMessage: ({ name }) => message("systemUsers.removed", { name }),
  failedMessage: ({ name }, reason) => message("systemUsers.notRemoved", { name, reason }),
});
