/**
 * Sentences that travel: problems of fields, messages of the server, notifications, titles. In events, in state and on
 * the wire they are English, so that a log reads alike whoever made it; where they are shown, `useSay` translates them.
 */
import { createCatalogue } from "../ui/language/catalogue.ts";
import type { Say } from "../ui/language/LanguageProvider.tsx";

/** What a browser says where no answer came. */
const UNREACHABLE =
  /\b(?:Failed to fetch|NetworkError when attempting to fetch resource|Load failed)\b(?=\.|$)/;

const english: Say = (sentence) => sentence.replace(UNREACHABLE, "The server cannot be reached");

export const sentences = createCatalogue(english, {
  de: async () => (await import("./sentences.de.ts")).german,
});
