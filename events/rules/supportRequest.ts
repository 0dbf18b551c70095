/** Required fields of a support request, checked by client and server with the same function. */
import type { Message } from "../kernel/message.ts";
import { checkRequired } from "./validation.ts";

export interface SupportRequestProblems {
  readonly subject: Message | null;
  readonly message: Message | null;
}

/** @returns null if the request may be sent. */
export function checkSupportRequest(request: {
  readonly subject: string;
  readonly message: string;
}): SupportRequestProblems | null {
  const subject = checkRequired(request.subject, "labels.subject");
  const message = checkRequired(request.message, "labels.message");
  return subject === null && message === null ? null : { subject, message };
}
