/** The texts of messages in the loaded languages. */
import { renderMessage, type Message, type MessageTexts } from "#events/kernel/message.ts";
import { VISITORS } from "#events/messages/visitors.ts";
import {
  createCatalogue,
  messagesOf,
  type Catalogue,
  type Language,
} from "../ui/language/catalogue.ts";

const catalogues: Catalogue<MessageTexts>[] = [];

/** Adds texts; another language is loaded when it is first needed. */
export function addTexts(
  english: MessageTexts,
  translations: Catalogue<MessageTexts>["translations"],
): void {
  catalogues.push(createCatalogue(english, translations));
}

addTexts(VISITORS, {
  de: async () => (await import("#events/messages/visitors.de.ts")).VISITORS_DE,
});

/** Renders a message; in English while the language's texts are not loaded. */
export function textOf(message: Message, language: Language): string {
  return renderMessage({ language, texts: textsIn(language) }, message);
}

interface Merged {
  readonly parts: readonly MessageTexts[];
  readonly texts: MessageTexts;
}
const merged = new Map<Language, Merged>();

/** The same object until texts of the language are loaded. */
export function textsIn(language: Language): MessageTexts {
  const parts = catalogues.map((one) => messagesOf(one, language));
  const before = merged.get(language);
  if (
    before?.parts.length === parts.length &&
    parts.every((part, at) => part === before.parts[at])
  ) {
    return before.texts;
  }
  const texts: MessageTexts = Object.assign({}, ...parts);
  merged.set(language, { parts, texts });
  return texts;
}
