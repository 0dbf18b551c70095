/** Messages as English readers see them. */
import { renderMessage, type Message } from "#events/kernel/message.ts";
import { ENGLISH } from "#events/messages/english.ts";
import { GERMAN } from "#events/messages/german.ts";
import { message } from "#events/messages/message.ts";
import { reasonOfError } from "#src/kernel/messageError.ts";

export function english(message: Message): string;
export function english(message: Message | null | undefined): string | null;
export function english(message: Message | null | undefined): string | null {
  return message ? renderMessage(ENGLISH, message) : null;
}

/** A message whose text is in no catalogue. */
export function said(text: string): Message {
  return message("common.text", { text });
}

/** Why something failed, for English readers. */
export function toldBy(error: unknown): string {
  return english(reasonOfError(error));
}

/** Why something failed, for German readers. */
export function toldInGerman(error: unknown): string {
  return renderMessage(GERMAN, reasonOfError(error));
}
