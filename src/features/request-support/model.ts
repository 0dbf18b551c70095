/** The form of a support request, and the requests that were made. */
import { combine, sample } from "effector";
import * as actions from "#events/actions/requestSupport.ts";
import { screenOpened } from "#events/actions/app.ts";
import * as calls from "#events/calls/support.ts";
import type { NewSupportRequest, SupportRequest } from "#events/entities/supportRequest.ts";
import { createCall } from "../../kernel/calls.ts";
import {
  createTyped,
  formOf,
  guardUnsaved,
  nothingTyped,
  sendForm,
  typeFields,
} from "../../kernel/form.ts";
import { createListing } from "../../kernel/listing.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { sentence } from "../../ui/language/sentence.ts";
import { $clientId, withClient } from "../../data/session/index.ts";
import { requestSupportRoute } from "./route.ts";
import { NEW_REQUEST, problemsOf } from "./rules.ts";

export const changeRequest = createAction(actions.requestChanged);
export const submitRequest = createAction(actions.requestSubmitted);
export const pageRequests = createAction(actions.requestsPaged);
export const retryRequests = createAction(actions.requestsRetried);
const refuse = createFollowUp(actions.requestRefused);
const wantRequests = createFollowUp(actions.requestsWanted);

export const requestSupportCall = createCall(calls.requestSupport);
const listCall = createCall(calls.listSupportRequests);

const $typed = createTyped<NewSupportRequest>(
  "requestSupport/typed",
  { save: calls.requestSupport, refused: actions.requestRefused },
  (on) => [on(screenOpened, () => nothingTyped()), on(actions.requestChanged, typeFields)],
);
export const $form = $typed.map((typed) => formOf(NEW_REQUEST, typed));
guardUnsaved($form.map(({ changed }) => changed.length > 0));

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

sendForm({
  submitted: onLive(actions.requestSubmitted),
  source: combine({ form: $form, clientId: $clientId }),
  submission: ({ form: { values }, clientId }) => ({
    problems: problemsOf(values),
    request: clientId === null ? null : { params: { clientId }, body: values },
  }),
  refuse,
  save: requestSupportCall,
  typed: $typed,
  notSaved: (_request, message) => `Your request was not sent: ${sentence(message)}`,
});
sample({
  clock: requestSupportCall.succeeded,
  fn: ({ id }) => notificationOf("success", "Your request was sent.", id),
  target: showNotification,
});

const opened = sample({
  clock: onLive(screenOpened),
  filter: ({ payload }) => payload.route === requestSupportRoute.name,
});
sample({
  clock: [opened, requestSupportCall.succeeded, onLive(actions.requestsRetried)],
  fn: ({ id }) => ({ payload: { page: 0 }, cause: id }),
  target: wantRequests,
});
sample({
  clock: onLive(actions.requestsPaged),
  fn: ({ payload, id }) => ({ payload, cause: id }),
  target: wantRequests,
});
sample({
  clock: withClient(onLive(actions.requestsWanted)),
  fn: ({ clientId, payload, id }) => ({
    params: { clientId },
    query: payload,
    cause: id,
  }),
  target: listCall.start,
});
