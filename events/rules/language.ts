/** Which of the product's languages somebody is spoken to in. */
import { LANGUAGES, type Language } from "../actions/app.ts";

/**
 * The language to begin with.
 *
 * @param chosen what was chosen before, if anything.
 * @param preferred BCP 47 tags, the best first, as in `navigator.languages`.
 */
export function firstLanguage(chosen: string | null, preferred: readonly string[]): Language {
  const primary = preferred.map((tag) => tag.split("-")[0]?.toLowerCase());
  for (const wanted of [chosen, ...primary]) {
    const known = LANGUAGES.find((language) => language === wanted);
    if (known) return known;
  }
  return "en";
}
