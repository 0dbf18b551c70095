/** The client record: of the current user, with owners, managers, counts and secure agent as they are fetched. */
import { combine, sample } from "effector";
import * as actions from "#events/actions/clients.ts";
import * as calls from "#events/calls/clients.ts";
import type { SecureAgent } from "#events/entities/client.ts";
import { holdsGroup } from "#events/rules/permissions.ts";
import { createCall } from "../../kernel/calls.ts";
import { createListing } from "../../kernel/listing.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createFollowUp, onLive } from "../../kernel/recorder.ts";
import { $counts } from "../directory/index.ts";
import { $client, $user, withClient } from "../session/index.ts";
import { recordOf } from "./rules.ts";

const ownersCall = createCall(calls.listOwners);
const managersCall = createCall(calls.listManagers);
const agentCall = createCall(calls.getSecureAgent);

export const $owners = createListing("client/owners", {
  wanted: actions.ownersWanted,
  call: calls.listOwners,
  itemsOf: ({ _embedded }) => _embedded.owners,
});

export const $managers = createListing("client/managers", {
  wanted: actions.managersWanted,
  call: calls.listManagers,
  itemsOf: ({ _embedded }) => _embedded.users,
});

interface AgentState {
  readonly requestId: string | null;
  readonly agent: SecureAgent | null;
}
const NO_AGENT: AgentState = { requestId: null, agent: null };

const $agent = createProjection("client/secureAgent", NO_AGENT, (on) => [
  on(calls.getSecureAgent.requested, (state, _input, { id }) => ({ ...state, requestId: id })),
  on(calls.getSecureAgent.succeeded, (state, { body }, { cause }) =>
    cause === state.requestId ? { ...state, agent: body } : state,
  ),
  on(calls.getSecureAgent.failed, (state, _failure, { cause }) =>
    cause === state.requestId ? { ...state, agent: null } : state,
  ),
]);

/** null for a user without a client. */
export const $record = combine(
  { client: $client, users: $managers, owners: $owners, counts: $counts, agent: $agent },
  ({ client, users, owners, counts, agent: { agent } }) =>
    client &&
    recordOf({
      client,
      users: users.items,
      owners: owners.items,
      counts,
      secureAgentStatus: agent?.status ?? null,
    }),
);

/** Whether this user may change the client's profile. */
export const $mayChangeClient = $user.map(
  (user) => user !== null && holdsGroup(user, "ClientProfile"),
);

export const fetchOwners = createFollowUp(actions.ownersWanted);
export const fetchManagers = createFollowUp(actions.managersWanted);
export const fetchSecureAgent = createFollowUp(actions.secureAgentWanted);

for (const [wanted, call] of [
  [actions.ownersWanted, ownersCall],
  [actions.managersWanted, managersCall],
  [actions.secureAgentWanted, agentCall],
] as const) {
  sample({
    clock: withClient(onLive(wanted)),
    fn: ({ clientId, id }) => ({ params: { clientId }, cause: id }),
    target: call.start,
  });
}
