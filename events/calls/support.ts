/** Requests for support. */
import { ClientParams, HalList, PageQuery } from "../entities/common.ts";
import { SUPPORT_LOG_MAX_LENGTH } from "../entities/supportLog.ts";
import { SentSupportRequest, SupportContact, SupportRequest } from "../entities/supportRequest.ts";
import { defineCall } from "../kernel/call.ts";

/**
 * Stores a request with its log, and mails it without the log if that is configured. ETOOMANYREQUESTS after too many in
 * an hour, ETOOLARGE for a log that is too large.
 */
export const requestSupport = defineCall({
  name: "support/requestSupport",
  summary: "Send a support request",
  method: "POST",
  endpoint: "/api/clients/:clientId/support-requests",
  permission: "signedIn",
  // The log, and the texts around it.
  bodyLimit: SUPPORT_LOG_MAX_LENGTH + 32 * 1024,
  schema: { params: ClientParams, body: SentSupportRequest, responses: { 201: SupportRequest } },
});

/** The user's own requests, newest first; those of the whole client for users who may edit all users. */
export const listSupportRequests = defineCall({
  name: "support/listSupportRequests",
  summary: "List support requests",
  method: "GET",
  endpoint: "/api/clients/:clientId/support-requests",
  permission: "signedIn",
  schema: {
    params: ClientParams,
    query: PageQuery,
    responses: { 200: HalList("supportRequests", SupportRequest) },
  },
});

/** The server's settings, which are the same for all users and clients. */
export const getSupportContact = defineCall({
  name: "support/getSupportContact",
  summary: "Get the contact details of support",
  method: "GET",
  endpoint: "/api/support/contact",
  permission: "signedIn",
  schema: { responses: { 200: SupportContact } },
});
