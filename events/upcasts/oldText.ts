import type { Message } from "../kernel/message.ts";
import { message } from "../messages/message.ts";

/** Messages were English texts. They are shown as they are. */
export function messageOfText(text: unknown): Message {
  return message("common.text", { text: text as string });
}
