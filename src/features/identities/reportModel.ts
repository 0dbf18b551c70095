/** One person: their accounts, and each entitlement with its reason. */
import { combine } from "effector";
import * as actions from "#events/actions/identities.ts";
import * as calls from "#events/calls/identities.ts";
import { personName } from "#events/rules/personName.ts";
import { createCall } from "../../kernel/calls.ts";
import { createList } from "../../kernel/list.ts";
import { $screen } from "../../kernel/navigation.ts";
import { nameParam } from "../../kernel/openNames.ts";
import { createQuery } from "../../kernel/query.ts";
import { createAction } from "../../kernel/recorder.ts";
import { paramsOf } from "../../kernel/route.ts";
import { $seenClient } from "./listModel.ts";
import { identityChangesRoute, identityReportRoute } from "./route.ts";

export const retryIdentity = createAction(actions.identityRetried);

/** The open person; null while another screen is open, or if the user may not see people. */
export const $params = combine($screen, $seenClient, (screen, clientId) => {
  const params = paramsOf(identityReportRoute, screen) ?? paramsOf(identityChangesRoute, screen);
  return params === null || clientId === null ? null : { clientId, identityOid: params.userOid };
});

export const $identity = createQuery("identities/identity", {
  call: createCall(calls.getIdentity),
  input: $params.map((params) => params && { params }),
  valueOf: ({ body }) => body,
  emptyOnFailure: true,
  refreshOn: [actions.identityRetried],
  changes: (on) => [
    on(calls.updateIdentity.succeeded, (one, { body }) => (body.oid === one.oid ? body : one)),
    on(calls.endIdentity.succeeded, (one, { body }) => (body.oid === one.oid ? body : one)),
  ],
  options: { version: 5 },
});

nameParam(
  "userOid",
  $identity.map(({ value }) => value && personName(value)),
);

export const accessList = createList(actions.accessList, {
  call: createCall(calls.listIdentityEntitlements),
  routes: [identityReportRoute.name],
  source: $params,
  request: (params, { show, contains, sort }) => ({
    params,
    query: { show, sort, ...(contains !== "" && { contains }) },
  }),
  itemsOf: ({ _embedded }) => _embedded.entitlements,
  refreshOn: [actions.identityRetried, calls.updateIdentity.succeeded, calls.endIdentity.succeeded],
  options: { version: 5 },
});

export const changeList = createList(actions.changeList, {
  call: createCall(calls.listIdentityChanges),
  routes: [identityChangesRoute.name],
  source: $params,
  request: (params) => ({ params, query: {} }),
  itemsOf: ({ _embedded }) => _embedded.changes,
  kept: ["open"],
  refreshOn: [actions.identityRetried, actions.failedChangesPolled],
});

/** The person whose changes are shown; null on other screens. */
export const $changesParams = combine($params, $screen, (params, screen) =>
  screen?.route === identityChangesRoute.name ? params : null,
);

/** What will happen to the person. */
export const $pending = createQuery("identities/pending", {
  call: createCall(calls.listPendingChanges),
  input: $changesParams.map((params) => params && { params }),
  valueOf: ({ body }) => body,
  refreshOn: [actions.identityRetried],
  options: { version: 3 },
});
