/** Granting access at the provider of the open system (OAuth 2): the way there, and the return with its answer. */
import { combine, createStore } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/systems.ts";
import { authorizeConnector, finishAuthorization } from "#events/calls/connectors.ts";
import type { Failure } from "#events/kernel/call.ts";
import { message } from "#events/messages/message.ts";
import { createCall, isReportable } from "../../kernel/calls.ts";
import { grantReplyFx, type GrantReply } from "../../kernel/grantPorts.ts";
import { createProjection } from "../../kernel/projection.ts";
import { react, withoutCause } from "../../kernel/react.ts";
import { createAction, createFollowUp } from "../../kernel/recorder.ts";
import { leaveFx } from "../../kernel/ssoPorts.ts";
import { notify } from "../../kernel/notify.ts";
import { createTask } from "../../kernel/task.ts";
import { placeOn } from "./place.ts";
import { configurationRoute, toSystem } from "./route.ts";

export const authorize = createAction(actions.authorizationWanted);
const authorizeCall = createCall(authorizeConnector);
const finishCall = createCall(finishAuthorization);
const $here = placeOn("configuration");

export const $isLeaving = authorizeCall.$status.map((status) => status === "InProgress");
export const $isFinishing = finishCall.$status.map((status) => status === "InProgress");

/** Why access was not granted: the failure of a call, or the provider's error code. */
export const $authorizationProblem = createProjection<{
  readonly failure: Failure | null;
  readonly error: string | null;
} | null>("systems/authorizationProblem", null, (on) => [
  on(screenOpened, () => null),
  on(authorizeConnector.requested, () => null),
  on(finishAuthorization.requested, () => null),
  on(authorizeConnector.failed, (problem, failure) => reported(failure) ?? problem),
  on(finishAuthorization.failed, (problem, failure) => reported(failure) ?? problem),
  on(actions.authorizationRefused, (_problem, { error }) => ({ failure: null, error })),
]);

function reported(failure: Failure) {
  return isReportable(failure) ? { failure, error: null } : null;
}

react(actions.authorizationWanted, $here, (params) => params && { params }, authorizeCall.start);
const leave = createTask(leaveFx);
react(
  authorizeCall.succeeded,
  ({ payload }) => ({ input: { url: payload.body.url } }),
  leave.start,
);

/** The provider's answer until it is sent; a secret, and not part of the log. */
const $reply = createStore<GrantReply | null>(null, { serialize: "ignore" });
const readReply = createTask(grantReplyFx);
react(
  screenOpened,
  ({ payload: { route, params } }) =>
    route === configurationRoute.name && params.resourceId !== undefined
      ? { input: { path: toSystem("configuration", params.resourceId) } }
      : null,
  readReply.start,
);
$reply.on(readReply.done, (_reply, { payload: { result } }) => result).reset(finishCall.requested);
react(
  readReply.done,
  ({ payload: { result } }) =>
    result?.kind === "error" ? { payload: { error: result.error } } : null,
  createFollowUp(actions.authorizationRefused),
);
react(
  [readReply.done, withoutCause($here.updates)],
  combine({ reply: $reply, here: $here }),
  ({ reply, here }) => {
    if (reply?.kind !== "code" || here === null) return null;
    const { state, code } = reply;
    return { params: here, body: { state, code }, cause: null };
  },
  finishCall.start,
);
notify("success", finishCall.succeeded, () => message("systems.authorized"));
