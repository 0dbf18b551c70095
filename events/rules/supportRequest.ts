/** What a request for support must say; client and server check by the same function. */
import { checkRequired } from "./validation.ts";

export interface SupportRequestProblems {
  readonly subject: string | null;
  readonly message: string | null;
}

/** @returns null where the request may be sent. */
export function checkSupportRequest(request: {
  readonly subject: string;
  readonly message: string;
}): SupportRequestProblems | null {
  const subject = checkRequired(request.subject, "Subject");
  const message = checkRequired(request.message, "Message");
  return subject === null && message === null ? null : { subject, message };
}
