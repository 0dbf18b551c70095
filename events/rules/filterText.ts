/**
 * How filters compare texts: entitlements, resources, orgs, users and every other "contains" of the product.
 * The normal form is Unicode's NFKC_Casefold: compatibility, width and presentation forms are unified; case is folded
 * in full, so that "STRASSE" finds "straße"; invisible characters such as bidi marks and joiners are dropped. Two
 * additions apply: white space, pipes and underscores are dropped in any script, and the four Turkic letters i are
 * unified. Marks count: "e" does not find "é", except for orgs and users, whose searches also fold accents
 * (`foldAccents.ts`). The result is independent of the locale and idempotent.
 */

const NOT_ASCII = /[^\p{ASCII}]/u;
const IGNORED_ASCII = /[\t-\r |_]+/g;
const IGNORED = /[\p{White_Space}\p{Default_Ignorable_Code_Point}|_]+/gu;
const LONE_SURROGATES = /\p{Surrogate}/gu;

/**
 * The normal form that filters compare: `normalizeForFilter(name).includes(normalizeForFilter(typed))`. Lone surrogates
 * become U+FFFD, as in UTF-8, so that a search over encoded bytes gives the same result.
 */
export function normalizeForFilter(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase().replace(IGNORED_ASCII, "");
  let folded = text.replace(LONE_SURROGATES, "\ufffd");
  // Dropping a character can let its neighbours compose, and composing can produce a letter that folds further.
  for (;;) {
    const next = foldOnce(folded);
    if (next === folded) return folded;
    folded = next;
  }
}

function foldOnce(text: string): string {
  // Lower, upper, lower is full case folding: "ẞ" only lowers to "ß", which only uppers to "SS".
  const cased = text.normalize("NFKC").toLowerCase().toUpperCase().toLowerCase();
  return cased
    .replaceAll("ς", "σ")
    .replaceAll("i\u0307", "i")
    .replace(IGNORED, "")
    .normalize("NFKC");
}
