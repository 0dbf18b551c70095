/** The mistakes that people make when they type names and numbers. */
import type { Random } from "./random.ts";

const NICKNAMES: Readonly<Record<string, string>> = {
  Amelia: "Amy",
  Andrew: "Andy",
  Beatrice: "Bea",
  Charlotte: "Lottie",
  Daniel: "Dan",
  Edward: "Ted",
  Eleanor: "Ellie",
  George: "Georgie",
  Henry: "Harry",
  Isla: "Isa",
  Joanna: "Jo",
  José: "Pepe",
  Kateřina: "Katka",
  Margaret: "Maggie",
  Martin: "Marty",
  Nicholas: "Nick",
  Olivia: "Liv",
  Peter: "Pete",
  Philip: "Phil",
  Rebecca: "Becky",
  Samuel: "Sam",
  Stephen: "Steve",
  Thomas: "Tom",
  Łukasz: "Luke",
};

/** @returns null for a name without a usual short form. */
export function nicknameOf(givenName: string): string | null {
  return NICKNAMES[givenName] ?? null;
}

/** Two neighbouring digits in the other order. @returns null if no two neighbours differ. */
export function transposeDigits(text: string, random: Random): string | null {
  const places: number[] = [];
  for (let at = 0; at + 1 < text.length; at++) {
    if (/^\d\d/.test(text.slice(at)) && text[at] !== text[at + 1]) places.push(at);
  }
  if (places.length === 0) return null;
  const at = random.pick(places);
  return `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`;
}

const SPELLED: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ß: "ss",
  å: "aa",
  æ: "ae",
  ø: "oe",
  ł: "l",
  đ: "d",
  ı: "i",
};

/** The text as a keyboard without umlauts and accents writes it: Sørensen becomes Soerensen. */
export function withoutAccents(text: string): string {
  const spelled = text.normalize("NFC").replace(/[äöüßåæøłđı]/gi, (letter) => {
    const small = SPELLED[letter.toLowerCase()] ?? letter;
    return letter === letter.toLowerCase() ? small : `${small[0]?.toUpperCase()}${small.slice(1)}`;
  });
  return spelled.normalize("NFD").replace(/\p{M}+/gu, "");
}

/** A table as a file with semicolons. */
export function csvFile(rows: readonly (readonly string[])[]): Buffer {
  const quoted = (value: string) =>
    /[;"\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
  return Buffer.from(rows.map((row) => `${row.map(quoted).join(";")}\r\n`).join(""));
}
