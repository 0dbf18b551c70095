/** Texts as they are compared, and their hashes. */

const SPELLED: Readonly<Record<string, string>> = {
  ø: "o",
  æ: "ae",
  œ: "oe",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ß: "ss",
};

/** ä, ae and a are the same, because systems spell umlauts in each of these ways. */
const UMLAUT = /([aou])e/g;
const PLAIN = /^[a-z0-9]*$/;

/** Words of letters and digits in lower case without accents, separated by one space. */
export function words(text: string): string {
  return fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Letters and digits in lower case without accents. */
export function normalise(text: string): string {
  const lower = text.toLowerCase();
  if (PLAIN.test(lower)) return lower.replaceAll(UMLAUT, "$1");
  return fold(lower).replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/[øæœłđðþıß]/g, (letter) => SPELLED[letter] ?? letter)
    .replaceAll(UMLAUT, "$1");
}

/** A hash of 32 bits with a sign (FNV-1a). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d);
}

/** The characters of a text in a fixed order: transpositions do not change it. */
export function sortedLetters(text: string): string {
  return text.split("").toSorted().join("");
}
