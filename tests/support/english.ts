/** Messages as English readers see them. */
import { renderMessage, type Message } from "#events/kernel/message.ts";
import { ENGLISH } from "#events/messages/english.ts";

export function english(message: Message): string;
export function english(message: Message | null | undefined): string | null;
export function english(message: Message | null | undefined): string | null {
  return message ? renderMessage(ENGLISH, message) : null;
}
