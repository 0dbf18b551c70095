/**
 * Names without accents, for the palette and the lists of users and orgs, because not every keyboard has every letter.
 * Other filters do not fold accents (`filterText.ts`). The database folds names for the palette and for orgs with the
 * same letters.
 */

/** Letters that Unicode does not decompose; the database's `fold_accents` has them, too (migration 0020). */
export const LETTERS: Readonly<Record<string, string>> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
};

const NOT_ASCII = /[^\p{ASCII}]/u;
const MARKS = /[\u0300-\u036f]+/g;
const OTHERS = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

/** @param text in lower case. */
export function foldAccents(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  return text
    .normalize("NFD")
    .replace(MARKS, "")
    .normalize("NFC")
    .replace(OTHERS, (letter) => LETTERS[letter] ?? letter);
}
