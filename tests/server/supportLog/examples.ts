import { requestSupport } from "#events/calls/support.ts";
import { getSupportLog } from "#events/calls/supportLog.ts";
import type { SupportRequest } from "#events/entities/supportRequest.ts";
import { example, sendCall } from "../calls/inputs.ts";

export const examples = [
  example(getSupportLog, async ({ browser, clientId }) => {
    const response = await sendCall(browser, requestSupport, {
      params: { clientId },
      body: { topic: "problem", subject: "Ledger", message: "It fails.", log: { content: "AAAA" } },
    });
    const { id }: SupportRequest = response.json();
    return { params: { clientId, requestId: id } };
  }),
];
