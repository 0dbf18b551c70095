/** Messages as their English texts, for places that hold texts. */
import { renderMessage, type Message, type MessageTexts } from "#events/kernel/message.ts";
import { ACCOUNTS } from "#events/messages/en/accounts.ts";
import { COMMON } from "#events/messages/en/common.ts";
import { FIELDS } from "#events/messages/en/fields.ts";
import { LABELS } from "#events/messages/en/labels.ts";

/** What visitors can read; the other texts come with the models, after sign-in. */
let texts: MessageTexts = { ...ACCOUNTS, ...COMMON, ...FIELDS, ...LABELS };

/** Adds the texts that visitors do not need. */
export function addEnglishTexts(more: MessageTexts): void {
  texts = { ...texts, ...more };
}

export function englishText(message: Message): string;
export function englishText(message: Message | null): string | null;
export function englishText(message: Message | null): string | null {
  return message && renderMessage({ language: "en", texts }, message);
}
