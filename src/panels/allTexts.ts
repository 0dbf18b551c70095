/** Adds the texts of all messages; loaded with the models of the screens. */
import { ENGLISH } from "#events/messages/english.ts";
import { addTexts } from "./texts.ts";

addTexts(ENGLISH.texts, {
  de: async () => (await import("#events/messages/german.ts")).GERMAN.texts,
});
