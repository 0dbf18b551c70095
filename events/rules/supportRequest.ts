/** What a request for support must say; client and server check by the same function. */
import type { Message } from "../kernel/message.ts";
import { checkRequired } from "./validation.ts";

export interface SupportRequestProblems {
  readonly subject: Message | null;
  readonly message: Message | null;
}

/** @returns null where the request may be sent. */
export function checkSupportRequest(request: {
  readonly subject: string;
  readonly message: string;
}): SupportRequestProblems | null {
  const subject = checkRequired(request.subject, "labels.subject");
  const message = checkRequired(request.message, "labels.message");
  return subject === null && message === null ? null : { subject, message };
}
