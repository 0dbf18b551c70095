/**
 * Message catalogues: the texts of a module by name, in English and in every other language. English is part of the
 * code that uses it. Another language is loaded when it is first needed. Until then, or if loading fails, the texts
 * stay English.
 */

export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];
/** The languages besides English. */
export type Translation = Exclude<Language, "en">;

/** Each by its own name, because a reader may not understand another. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch" };

export interface Catalogue<Words> {
  readonly english: Words;
  readonly translations: Readonly<Record<Translation, () => Promise<Words>>>;
  /** The loaded texts. */
  readonly came: Map<Language, Words>;
}

const catalogues = new Set<Catalogue<unknown>>();
const wanted = new Set<Translation>();
const listeners = new Set<() => void>();
let version = 0;

/**
 * Declares a catalogue.
 *
 * @param english texts, and functions that return texts; a translation has the same names and types.
 */
export function createCatalogue<Words>(
  english: Words,
  translations: Catalogue<Words>["translations"],
): Catalogue<Words> {
  const catalogue: Catalogue<Words> = { english, translations, came: new Map() };
  catalogues.add(catalogue);
  if (wanted.size > 0) void messagesLoaded();
  return catalogue;
}

/** The texts of a catalogue in a language; English until they are loaded. */
export function messagesOf<Words>({ english, came }: Catalogue<Words>, language: Language): Words {
  return came.get(language) ?? english;
}

/** Loads the texts of a language for all present and later catalogues. */
export async function loadMessages(language: Language): Promise<void> {
  if (language === "en") return;
  wanted.add(language);
  await messagesLoaded();
}

/** Resolves when all needed texts are loaded; otherwise a loaded screen would start in English. */
export async function messagesLoaded(): Promise<void> {
  const missing = [...wanted].flatMap((language) =>
    [...catalogues]
      .filter(({ came }) => !came.has(language))
      .map((catalogue) => ({ catalogue, language })),
  );
  if (missing.length === 0) return;
  await Promise.allSettled(
    missing.map(async ({ catalogue, language }) => {
      catalogue.came.set(language, await catalogue.translations[language]());
    }),
  );
  version += 1;
  for (const listener of listeners) listener();
}

/** Whether all texts of a language are loaded. */
export function hasMessages(language: Language): boolean {
  return language === "en" || [...catalogues].every(({ came }) => came.has(language));
}

/** For `useSyncExternalStore`: notifies of loaded texts. */
export function subscribeMessages(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Changes whenever texts were loaded. */
export function messagesVersion(): number {
  return version;
}
