/** Errors as messages. */
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";

/** An error that is for people. */
export class ToldError extends Error {
  override readonly name: string = "ToldError";
  readonly reason: Message;

  constructor(reason: Message, options?: ErrorOptions) {
    super(reason.code, options);
    this.reason = reason;
  }
}

/** Longest text of an error that is kept: what was read from a file may be in it. */
const LONGEST = 500;

/** Why something failed; of an error that is not for people what it says. */
export function reasonOfError(error: unknown): Message {
  if (error instanceof ToldError) return error.reason;
  const text = error instanceof Error ? error.message : String(error);
  return message("common.text", { text: text.slice(0, LONGEST) });
}
