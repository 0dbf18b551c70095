/** Selects one of the product's languages. */
import { LANGUAGES, type Language } from "../actions/app.ts";

/**
 * The initial language.
 *
 * @param chosen the stored choice, if any.
 * @param preferred BCP 47 tags, best first, as in `navigator.languages`.
 */
export function firstLanguage(chosen: string | null, preferred: readonly string[]): Language {
  const primary = preferred.map((tag) => tag.split("-")[0]?.toLowerCase());
  for (const wanted of [chosen, ...primary]) {
    const known = LANGUAGES.find((language) => language === wanted);
    if (known) return known;
  }
  return "en";
}
