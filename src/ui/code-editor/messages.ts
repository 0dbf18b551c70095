import { createCatalogue } from "../language/catalogue.ts";

const english = {
  /** By the editor's own English texts. */
  phrases: { Completions: "Completions", "Control character": "Control character" },
};

export type CodeMessages = typeof english;

export const codeMessages = createCatalogue<CodeMessages>(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
