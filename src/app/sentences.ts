/**
 * Sentences that travel: problems of fields, messages of the server, notifications, titles. In events, in state and on
 * the wire they are English, so that a log reads alike whoever made it; where they are shown, `useSay` translates them.
 */
import { createCatalogue } from "../ui/language/catalogue.ts";
import type { Say } from "../ui/language/LanguageProvider.tsx";

const asItCame: Say = (sentence) => sentence;

export const sentences = createCatalogue(asItCame, {
  de: async () => (await import("./sentences.de.ts")).german,
});
