/**
 * Names without their accents, for the palette and the lists of users and orgs: not every keyboard has the letters of
 * every name. Other filters do not do it (`filterText.ts`). Names of the palette and of orgs are folded in the database,
 * by the same letters.
 */

/** Letters that are no letter and a mark to Unicode; `fold_accents` of the database has them, too (migration 0020). */
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
