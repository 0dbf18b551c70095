/** Messages as their English texts, for places that hold texts. */
import { renderMessage, type Message } from "#events/kernel/message.ts";
import { ENGLISH } from "#events/messages/english.ts";

export function englishText(message: Message): string;
export function englishText(message: Message | null): string | null;
export function englishText(message: Message | null): string | null {
  return message && renderMessage(ENGLISH, message);
}
