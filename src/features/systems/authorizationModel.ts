/** Granting access at the provider of the open system (OAuth 2): the way there, and the return with its answer. */
import { createStore, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/systems.ts";
import { authorizeConnector, finishAuthorization } from "#events/calls/connectors.ts";
import type { Failure } from "#events/kernel/call.ts";
import { message } from "#events/messages/message.ts";
import { createCall, isReportable } from "../../kernel/calls.ts";
import { grantReplyFx, type GrantReply } from "../../kernel/grantPorts.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createProjection } from "../../kernel/projection.ts";
import { react } from "../../kernel/react.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { leaveFx } from "../../kernel/ssoPorts.ts";
import { placeOn } from "./place.ts";
import { configurationRoute, toSystem } from "./route.ts";

export const authorize = createAction(actions.authorizationWanted);
const refuse = createFollowUp(actions.authorizationRefused);
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
sample({
  clock: authorizeCall.succeeded,
  fn: ({ payload: { body } }) => ({ url: body.url }),
  target: leaveFx,
});

/** The provider's answer until it is sent; a secret, and not part of the log. */
const $reply = createStore<GrantReply | null>(null, { serialize: "ignore" });
sample({
  clock: onLive(screenOpened),
  filter: ({ payload }) => payload.route === configurationRoute.name,
  fn: ({ payload }) => ({ path: toSystem("configuration", payload.params.resourceId ?? "") }),
  target: grantReplyFx,
});
$reply.on(grantReplyFx.doneData, (_reply, reply) => reply).reset(finishCall.requested);
sample({
  clock: grantReplyFx.doneData,
  filter: (reply) => reply?.kind === "error",
  fn: (reply) => ({
    payload: { error: reply?.kind === "error" ? reply.error : "" },
    cause: null,
  }),
  target: refuse,
});
sample({
  clock: [grantReplyFx.doneData, $here.updates],
  source: { reply: $reply, here: $here },
  filter: ({ reply, here }) => reply?.kind === "code" && here !== null,
  fn: ({ reply, here }) => {
    const { state, code } = reply?.kind === "code" ? reply : { state: "", code: "" };
    return { params: here ?? { clientId: "", resourceId: "" }, body: { state, code }, cause: null };
  },
  target: finishCall.start,
});
react(
  finishCall.succeeded,
  $here,
  (_here, { id }) => notificationOf("success", message("systems.authorized"), id),
  showNotification,
);
