/** The support request form, the sent requests, and other ways to get help. */
import { combine } from "effector";
import * as actions from "#events/actions/requestSupport.ts";
import { screenOpened } from "#events/actions/app.ts";
import * as calls from "#events/calls/support.ts";
import { REQUIRED_TEXTS, type SupportRequest } from "#events/entities/supportRequest.ts";
import { message } from "#events/messages/message.ts";
import { checkRequiredTexts } from "#events/rules/validation.ts";
import { $appInfo, $clientId } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createForm } from "../../kernel/createForm.ts";
import { createList } from "../../kernel/list.ts";
import { $screen } from "../../kernel/navigation.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createQuery } from "../../kernel/query.ts";
import { react } from "../../kernel/react.ts";
import { checkLog, createAttachment, withLog } from "../support-log/index.ts";
import { requestSupportRoute } from "./index.ts";

const requestCall = createCall(calls.requestSupport);
const listCall = createCall(calls.listSupportRequests);
const contactCall = createCall(calls.getSupportContact);
const routes = [requestSupportRoute.name];

export const $attachment = createAttachment(requestSupportRoute.name);

export const requestForm = createForm(actions.requestForm, {
  saved: { topic: "problem", subject: "", message: "", attachLog: false, logSession: "" },
  call: requestCall,
  routes,
  source: combine($clientId, $attachment, (clientId, log) =>
    clientId === null ? null : { clientId, log },
  ),
  check: (values, { log }) => ({
    ...checkRequiredTexts(values, REQUIRED_TEXTS),
    logSession: checkLog(values, log),
  }),
  request: ({ topic, subject, message: text, ...choice }, { clientId, log }) => ({
    params: { clientId },
    body: { topic, subject, message: text, ...withLog(choice, log) },
  }),
  failedMessage: (_values, reason) => message("support.requestNotSent", { reason }),
  options: { version: 4 },
});

/** The last sent request, while this screen is open and nothing was typed since. */
export const $sent = createProjection<SupportRequest | null>(
  "requestSupport/sent",
  null,
  (on) => [
    on(screenOpened, () => null),
    on(calls.requestSupport.succeeded, (_sent, { body }) => body),
    on(actions.requestForm.changed, () => null),
  ],
  { version: 2 },
);

export const requestList = createList(actions.requestList, {
  call: listCall,
  routes,
  inAddress: false,
  source: $clientId,
  request: (clientId) => ({ params: { clientId }, query: {} }),
  itemsOf: ({ _embedded }) => _embedded.supportRequests,
  kept: ["open"],
  refreshOn: [calls.requestSupport.succeeded],
});

/** Fetched once, because the server's settings are the same for all users and clients. */
export const $contact = createQuery("requestSupport/contactDetails", {
  call: contactCall,
  input: $screen.map((screen) => (screen && routes.includes(screen.route) ? {} : null)),
  valueOf: ({ body }) => body,
  refreshOnOpen: false,
  options: { keepOnClientChange: true, version: 3 },
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
