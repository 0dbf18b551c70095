/** Errors as messages. */
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";

/** An error with a message for users. */
export class MessageError extends Error {
  override readonly name: string = "MessageError";
  readonly reason: Message;

  constructor(reason: Message, options?: ErrorOptions) {
    super(reason.code, options);
    this.reason = reason;
  }
}

/** Maximum characters of an error's text, because it may quote file content. */
const MAX_TEXT_LENGTH = 500;

/** Why something failed. An error without a message for users gives its own text. */
export function reasonOfError(error: unknown): Message {
  if (error instanceof MessageError) return error.reason;
  const text = error instanceof Error ? error.message : String(error);
  return message("common.text", { text: text.slice(0, MAX_TEXT_LENGTH) });
}
