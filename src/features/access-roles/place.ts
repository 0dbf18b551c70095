/** The open access role. */
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/accessRoles.ts";
import * as calls from "#events/calls/accessRoles.ts";
import { holdsGroup } from "#events/rules/permissions.ts";
import { fetchResources } from "../../data/directory/index.ts";
import { $user, createPlace } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { nameParam } from "../../kernel/openNames.ts";
import { createQuery } from "../../kernel/query.ts";
import { react } from "../../kernel/react.ts";
import { createAction } from "../../kernel/recorder.ts";
import { roleRoute } from "./route.ts";

export const ROLE_ROUTES: readonly string[] = [roleRoute.name];

/** Null while another screen is open. */
export const $place = createPlace(roleRoute);

/** Whether the user may change roles, and not only give them to people and orgs. */
export const $mayEdit = $user.map((user) => user !== null && holdsGroup(user, "AccessRoles"));

export const retryRole = createAction(actions.roleRetried);

export const $role = createQuery("accessRoles/role", {
  call: createCall(calls.getRole),
  input: $place.map((params) => params && { params }),
  valueOf: ({ body }) => body,
  emptyOnFailure: true,
  // After a conflict the values saved elsewhere appear below the draft.
  refreshOn: [
    actions.roleRetried,
    calls.updateRole.failed,
    calls.archiveRole.failed,
    calls.deleteRole.failed,
    calls.restoreRole.failed,
    // The numbers of people and orgs.
    calls.grantRole.succeeded,
    calls.revokeRole.succeeded,
  ],
  changes: (on) =>
    [calls.updateRole, calls.archiveRole, calls.restoreRole].map(({ succeeded }) =>
      on(succeeded, (role, { body }) => (body.oid === role.oid ? body : role)),
    ),
});

nameParam(
  "roleOid",
  $role.map(({ value }) => value?.name ?? null),
);

// The choices of the form.
react(
  [screenOpened, actions.roleRetried],
  $place,
  (place) => place && { payload: {} },
  fetchResources,
);
