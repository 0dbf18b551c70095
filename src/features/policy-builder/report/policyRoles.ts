/** The org's policy: its roles go to the worker as bytes, and this module tracks their digest. */
import { combine } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import { policyRetried, retryWanted } from "#events/actions/policyBuilder.ts";
import { deleteInducement, induce, readPolicyRoles } from "#events/calls/orgs.ts";
import { $clientId } from "../../../data/session/index.ts";
import { createCall } from "../../../kernel/calls.ts";
import { createProjection } from "../../../kernel/projection.ts";
import { createAction, onLive } from "../../../kernel/recorder.ts";
import { react } from "../../../kernel/react.ts";
import { deleteInducementCall } from "../../../data/orgs/index.ts";
import { POLICY, type PolicyRoles } from "./logSelectors.ts";
import { $scope, isBuilder } from "../model.ts";

const policyRolesCall = createCall(readPolicyRoles);
export const retryPolicy = createAction(policyRetried);

const NOT_KNOWN: PolicyRoles = { orgOid: null, requestId: null, failure: null, stored: null };

const $policyRoles = createProjection<PolicyRoles>(
  POLICY,
  NOT_KNOWN,
  (on) => [
    on(screenOpened, (state, { route, params }) =>
      isBuilder(route) && params.oid !== state.orgOid
        ? { ...NOT_KNOWN, orgOid: params.oid ?? null }
        : { ...state, requestId: null },
    ),
    on(readPolicyRoles.requested, (state, _input, { id }) => ({
      ...state,
      requestId: id,
      failure: null,
    })),
    on(readPolicyRoles.succeeded, (state, { body }, { cause }) =>
      cause === state.requestId ? { ...state, requestId: null, stored: body } : state,
    ),
    on(readPolicyRoles.failed, (state, failure, { cause }) =>
      cause === state.requestId ? { ...state, requestId: null, stored: null, failure } : state,
    ),
    // A response in transit is older than that.
    on(induce.succeeded, (state, { body }) => forget(state, body.oid)),
    on(deleteInducement.succeeded, (state, { body }) => forget(state, body.oid)),
  ],
  { version: 2 },
);

function forget(state: PolicyRoles, orgOid: string): PolicyRoles {
  return state.orgOid === orgOid ? { ...NOT_KNOWN, orgOid } : state;
}

/** The digest of the open builder's policy; null while it is unknown. */
export const $policy = $policyRoles.map(({ stored }) => stored?.digest ?? null);

/** Why it is unknown. */
export const $policyFailure = combine($policyRoles, $scope, ({ orgOid, failure }, scope) =>
  failure !== null && orgOid === scope?.orgOid ? failure.reason : null,
);

react(
  [
    onLive(screenOpened),
    onLive(policyRetried),
    onLive(retryWanted),
    deleteInducementCall.succeeded,
  ],
  combine({ clientId: $clientId, scope: $scope }),
  ({ clientId, scope }) =>
    clientId !== null && scope !== null ? { params: { clientId, oid: scope.orgOid } } : null,
  policyRolesCall.start,
);
