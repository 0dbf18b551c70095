/** The form of a support request, and the requests that were made. What is written stays until it is sent. */
import { sample } from "effector";
import * as actions from "#events/actions/requestSupport.ts";
import { screenOpened } from "#events/actions/app.ts";
import * as calls from "#events/calls/support.ts";
import type { NewSupportRequest, SupportRequest } from "#events/entities/supportRequest.ts";
import { checkSupportRequest } from "#events/policy/supportRequest.ts";
import { createCall } from "../../kernel/calls.ts";
import { createListing } from "../../kernel/listing.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, createConsequence, happened } from "../../kernel/recorder.ts";
import { $clientId, withClient } from "../session/index.ts";
import { requestSupportRoute } from "./route.ts";
import { changeForm, NEW_FORM, problemsOf, refuseForm } from "./rules.ts";

export const changeRequest = createAction(actions.requestChanged);
export const submitRequest = createAction(actions.requestSubmitted);
export const pageRequests = createAction(actions.requestsPaged);
export const retryRequests = createAction(actions.requestsRetried);
const refuse = createConsequence(actions.requestRefused);
const wantRequests = createConsequence(actions.requestsWanted);

export const requestSupportCall = createCall(calls.requestSupport);
const listCall = createCall(calls.listSupportRequests);

export const $form = createProjection("requestSupport/form", NEW_FORM, (on) => [
  on(actions.requestChanged, changeForm),
  on(actions.requestRefused, refuseForm),
  on(calls.requestSupport.failed, (form, failure) => refuseForm(form, problemsOf(failure))),
  on(calls.requestSupport.succeeded, () => NEW_FORM),
]);

/** The request that was sent last while this screen stood open. */
export const $sent = createProjection<SupportRequest | null>("requestSupport/sent", null, (on) => [
  on(screenOpened, () => null),
  on(calls.requestSupport.succeeded, (_sent, { body }) => body),
  on(actions.requestChanged, () => null),
]);

export const $requests = createListing("requestSupport/requests", {
  wanted: actions.requestsWanted,
  call: calls.listSupportRequests,
  itemsOf: ({ _embedded }) => _embedded.supportRequests,
});

const submitted = happened(actions.requestSubmitted);
sample({
  clock: submitted,
  source: $form,
  filter: (form) => checkSupportRequest(form) !== null,
  fn: (form, { id }) => ({
    payload: checkSupportRequest(form) ?? { subject: null, message: null },
    cause: id,
  }),
  target: refuse,
});
sample({
  clock: submitted,
  source: { form: $form, clientId: $clientId, status: requestSupportCall.$status },
  filter: ({ form, clientId, status }) =>
    clientId !== null && status !== "InProgress" && checkSupportRequest(form) === null,
  fn: ({ form: { topic, subject, message }, clientId }, { id }) => ({
    params: { clientId: clientId ?? "" },
    body: { topic, subject, message } satisfies NewSupportRequest,
    cause: id,
  }),
  target: requestSupportCall.start,
});
sample({
  clock: requestSupportCall.succeeded,
  fn: ({ id }) => notificationOf("success", "Your request was sent.", id),
  target: showNotification,
});

const opened = sample({
  clock: happened(screenOpened),
  filter: ({ payload }) => payload.route === requestSupportRoute.name,
});
// A failure of an earlier visit is no news; what was written is still in the form.
sample({ clock: opened, fn: () => ({}), target: requestSupportCall.reset });
sample({
  clock: [opened, requestSupportCall.succeeded, happened(actions.requestsRetried)],
  fn: ({ id }) => ({ payload: { page: 0 }, cause: id }),
  target: wantRequests,
});
sample({
  clock: happened(actions.requestsPaged),
  fn: ({ payload, id }) => ({ payload, cause: id }),
  target: wantRequests,
});
sample({
  clock: withClient(happened(actions.requestsWanted)),
  fn: ({ clientId, payload, id }) => ({
    params: { clientId },
    query: payload,
    cause: id,
  }),
  target: listCall.start,
});
