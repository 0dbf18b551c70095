/**
 * Message catalogues: the texts of a room by name, in English and in every other language. English is in the code that
 * uses it; another language is fetched when it is first wanted, and until it has come, or where it does not come, the
 * texts stay English.
 */

export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];
/** The languages besides English. */
export type Translation = Exclude<Language, "en">;

/** Each by its own name, as who looks for it cannot read another. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch" };

export interface Catalogue<Words> {
  readonly english: Words;
  readonly translations: Readonly<Record<Translation, () => Promise<Words>>>;
  /** What has come. */
  readonly came: Map<Language, Words>;
}

const catalogues = new Set<Catalogue<unknown>>();
const wanted = new Set<Translation>();
const listeners = new Set<() => void>();
let version = 0;

/**
 * Declares a catalogue.
 *
 * @param english texts, and functions that give texts; a translation has the same names and types.
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

/** The texts of a catalogue in a language; English while they have not come. */
export function messagesOf<Words>({ english, came }: Catalogue<Words>, language: Language): Words {
  return came.get(language) ?? english;
}

/** Fetches the texts of a language, of the catalogues that there are and of those that come later. */
export async function loadMessages(language: Language): Promise<void> {
  if (language === "en") return;
  wanted.add(language);
  await messagesLoaded();
}

/** Ends when all texts that are wanted so far are there: before it, a screen whose code has come would begin in English. */
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

/** Whether all texts of a language have come. */
export function hasMessages(language: Language): boolean {
  return language === "en" || [...catalogues].every(({ came }) => came.has(language));
}

/** For `useSyncExternalStore`: tells when texts came. */
export function subscribeMessages(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Another number whenever texts came. */
export function messagesVersion(): number {
  return version;
}
