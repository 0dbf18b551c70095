/** Event logs that are attached to support requests. */
import { Type } from "typebox";
import { Uuid } from "../entities/common.ts";
import { SupportLog } from "../entities/supportLog.ts";
import { defineCall } from "../kernel/call.ts";

/** The log of a request, for those who may read the request. */
export const getSupportLog = defineCall({
  name: "support/getSupportLog",
  summary: "Get the event log attached to a support request",
  method: "GET",
  endpoint: "/api/clients/:clientId/support-requests/:requestId/log",
  permission: "signedIn",
  schema: {
    params: Type.Object({ clientId: Uuid, requestId: Uuid }),
    responses: { 200: SupportLog },
  },
});
