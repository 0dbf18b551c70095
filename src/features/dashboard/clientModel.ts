/** The client's record and the forms that change it. */
import { combine, sample, type Store } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import { profileForm as profileActions, usernameFormatForm } from "#events/actions/clients.ts";
import { dashboardRetried } from "#events/actions/dashboard.ts";
import * as calls from "#events/calls/clients.ts";
import { getClientCounts } from "#events/calls/directory.ts";
import { completeEmail, getOnboarding } from "#events/calls/onboarding.ts";
import { message } from "#events/messages/message.ts";
import { checkClient, checkUsernameFormat } from "#events/rules/client.ts";
import { holdsGroup, seesDirectory } from "#events/rules/permissions.ts";
import { ownersCall } from "../../data/directory/index.ts";
import { $client, $clientId, $user, fetchCurrentUser } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createForm } from "../../kernel/createForm.ts";
import { $screen } from "../../kernel/navigation.ts";
import { createQuery } from "../../kernel/query.ts";
import { react } from "../../kernel/react.ts";
import { onLive } from "../../kernel/recorder.ts";
import {
  formatValues,
  profileOf,
  profilePatch,
  recordOf,
  usernameFormatOf,
} from "./clientRules.ts";
import { dashboardRoute } from "./route.ts";

const routes = [dashboardRoute.name];
export const countsCall = createCall(getClientCounts);
const managersCall = createCall(calls.listManagers);
const agentCall = createCall(calls.getSecureAgent);
const patchClientCall = createCall(calls.patchClient);
export const saveUsernameFormatCall = createCall(calls.saveUsernameFormat);

/** The open dashboard's client; null elsewhere. */
const $openClient = combine($screen, $clientId, (screen, clientId) =>
  screen?.route === dashboardRoute.name && clientId !== null ? { params: { clientId } } : null,
);
/** Whether this user may see the managers. */
export const $maySeeManagers = $user.map(
  (user) => user !== null && holdsGroup(user, "ManageUsers"),
);
/** Whether this user administers a part of the directory: others see neither counts nor what to do with it. */
export const $maySeeDirectory = $user.map((user) => user !== null && seesDirectory(user));
/** Whether this user may change the client's profile. */
export const $mayChangeClient = $user.map(
  (user) => user !== null && holdsGroup(user, "ClientProfile"),
);

export const $counts = createQuery("dashboard/counts", {
  call: countsCall,
  input: ifAllowed($maySeeDirectory),
  valueOf: ({ body }) => body,
  emptyOnFailure: true,
  refreshOn: [dashboardRetried],
  options: { version: 3 },
});
export const $owners = createQuery("dashboard/owners", {
  call: ownersCall,
  input: $openClient,
  valueOf: ({ body }) => body._embedded.owners,
  emptyOnFailure: true,
  refreshOn: [dashboardRetried],
});
export const $managers = createQuery("dashboard/managers", {
  call: managersCall,
  input: ifAllowed($maySeeManagers),
  valueOf: ({ body }) => body._embedded.users,
  emptyOnFailure: true,
  refreshOn: [dashboardRetried],
});
/** How far the setup of the client is. */
export const $onboarding = createQuery("dashboard/onboarding", {
  options: { version: 5 },
  call: createCall(getOnboarding),
  input: ifAllowed($maySeeDirectory),
  valueOf: ({ body }) => body,
  emptyOnFailure: true,
  refreshOn: [dashboardRetried, completeEmail.succeeded],
});
const $agent = createQuery("dashboard/secureAgent", {
  call: agentCall,
  input: $openClient,
  valueOf: ({ body }) => body,
  emptyOnFailure: true,
  refreshOn: [dashboardRetried],
});

/** The open dashboard's client, for a user who may see its details. */
export function ifAllowed($may: Store<boolean>) {
  return combine($openClient, $may, (client, may) => (may ? client : null));
}

/** null for a user without a client. */
export const $record = combine(
  {
    client: $client,
    users: $managers,
    owners: $owners,
    counts: $counts,
    onboarding: $onboarding,
    agent: $agent,
  },
  ({ client, users, owners, counts, onboarding, agent }) =>
    client &&
    recordOf({
      client,
      users: users.value ?? [],
      owners: owners.value ?? [],
      counts: counts.value,
      onboarding: onboarding.value,
      secureAgentStatus: agent.value?.status ?? null,
    }),
);

export const profileForm = createForm(profileActions, {
  saved: $client.map((client) => client && profileOf(client)),
  call: patchClientCall,
  routes,
  inDialog: true,
  guard: true,
  source: $clientId,
  check: checkClient,
  request: (values, clientId, saved) => {
    const body = profilePatch(saved, values);
    return body.length > 0 ? { params: { clientId }, body } : null;
  },
  savedMessage: ({ body: { name } }) => message("clients.saved", { name }),
  failedMessage: (_values, reason) => message("clients.notSaved", { reason }),
});
// Values saved elsewhere appear below the draft.
react(
  patchClientCall.failed,
  $client,
  (_client, { payload }) => (payload.code === "ECONFLICT" ? { redirectOnFailure: false } : null),
  fetchCurrentUser,
);

export const formatForm = createForm(usernameFormatForm, {
  saved: $client.map((client) => client && formatValues(client)),
  call: saveUsernameFormatCall,
  routes,
  source: $clientId,
  check: (values) => ({ usernameFormatCustom: checkUsernameFormat(usernameFormatOf(values)) }),
  request: (values, clientId) => ({ params: { clientId }, body: usernameFormatOf(values) }),
  failedMessage: (_values, reason) => message("clients.formatNotSaved", { reason }),
});
sample({
  clock: [onLive(usernameFormatForm.changed), onLive(screenOpened)],
  source: saveUsernameFormatCall.$status,
  filter: (status) => status === "Success" || status === "Fail",
  fn: () => ({}),
  target: saveUsernameFormatCall.reset,
});
