/** The support request form, the sent requests, and other ways to get help. */
import { combine } from "effector";
import * as actions from "#events/actions/requestSupport.ts";
import { screenOpened } from "#events/actions/app.ts";
import * as calls from "#events/calls/support.ts";
import type { NewSupportRequest, SupportRequest } from "#events/entities/supportRequest.ts";
import { message } from "#events/messages/message.ts";
import { checkSupportRequest } from "#events/rules/supportRequest.ts";
import { $appInfo, $clientId } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createForm } from "../../kernel/createForm.ts";
import { createList } from "../../kernel/list.ts";
import { $screen } from "../../kernel/navigation.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createQuery } from "../../kernel/query.ts";
import { react } from "../../kernel/react.ts";
import { requestSupportRoute } from "./route.ts";

const requestCall = createCall(calls.requestSupport);
const listCall = createCall(calls.listSupportRequests);
const contactCall = createCall(calls.getSupportContact);
const routes = [requestSupportRoute.name];

const NEW_REQUEST: NewSupportRequest = { topic: "problem", subject: "", message: "" };

export const requestForm = createForm(actions.requestForm, {
  saved: NEW_REQUEST,
  call: requestCall,
  routes,
  source: $clientId,
  check: checkSupportRequest,
  request: (values, clientId) => ({ params: { clientId }, body: values }),
  failedMessage: (_values, reason) => message("support.requestNotSent", { reason }),
});

/** The last sent request, while this screen is open and nothing was typed since. */
export const $sent = createProjection<SupportRequest | null>("requestSupport/sent", null, (on) => [
  on(screenOpened, () => null),
  on(calls.requestSupport.succeeded, (_sent, { body }) => body),
  on(actions.requestForm.changed, () => null),
]);

export const requestList = createList(actions.requestList, {
  call: listCall,
  routes,
  inAddress: false,
  source: $clientId,
  request: (clientId) => ({ params: { clientId }, query: {} }),
  itemsOf: ({ _embedded }) => _embedded.supportRequests,
  pageSize: 20,
  kept: ["open"],
  refreshOn: [calls.requestSupport.succeeded],
});

/** Fetched once, because the server's settings are the same for all users and clients. */
export const $contact = createQuery("requestSupport/contactDetails", {
  call: contactCall,
  input: $screen.map((screen) => (screen && routes.includes(screen.route) ? {} : null)),
  valueOf: ({ body }) => body,
  refreshOnOpen: false,
  options: { keepOnClientChange: true },
});

/** Whether requests are e-mailed to support or only stored on the server; null while unknown. */
export const $isMailed = combine($appInfo, $contact, ({ emailEnabled }, { value }) => {
  if (!emailEnabled) return false;
  return value && value.email !== null;
});
react(
  requestCall.succeeded,
  $isMailed,
  (isMailed, { id }) => {
    if (isMailed === false) return notificationOf("warning", message("support.requestSaved"), id);
    const sent = isMailed ? message("support.requestSent") : message("support.requestKept");
    return notificationOf("success", sent, id);
  },
  showNotification,
);
