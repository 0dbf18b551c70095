/** A naive reference of the name order: what `text/collation.ts` must equal. */
import { normalizeForFilter } from "#events/rules/filterText.ts";

/** The sort key of a word: numbers by three values, then all by their text. */
interface Word {
  readonly number: readonly number[] | null;
  readonly text: string;
}

export function compareNames(one: string, other: string): number {
  const words = messagesOf(one);
  const others = messagesOf(other);
  for (const [index, word] of words.entries()) {
    const against = others[index];
    if (against === undefined) return 1;
    const order = compareWords(word, against);
    if (order !== 0) return order;
  }
  return words.length - others.length;
}

function compareWords(one: Word, other: Word): number {
  if ((one.number === null) !== (other.number === null)) return one.number === null ? 1 : -1;
  for (const [index, value] of (one.number ?? []).entries()) {
    const against = other.number?.[index] ?? 0;
    if (value !== against) return value - against;
  }
  return Buffer.compare(Buffer.from(one.text), Buffer.from(other.text));
}

function messagesOf(name: string): Word[] {
  const cut = cutWords(name);
  const whole = normalizeForFilter(name);
  const pieces = cut.map(normalizeForFilter).join("") === whole ? cut : [name];
  return pieces.map((piece, index) => {
    const text = normalizeForFilter(piece);
    const digits = /^(\d{1,3})[^\da-z\u0080-\u{10ffff}]*$/u.exec(text)?.[1];
    if (digits === undefined) return { number: null, text };
    const continues = index > 0 && isPiece(pieces[index - 1]);
    let number = continues ? "" : digits;
    for (let at = index; !continues && isPiece(pieces[at]); at++) {
      number += /^\d*/.exec(normalizeForFilter(pieces[at + 1] ?? ""))?.[0] ?? "";
    }
    return { number: [number.replace(/^0+/, "").length, Number(digits)], text };
  });
}

function isPiece(word: string | undefined): boolean {
  return word !== undefined && /^\d{3}$/.test(word);
}

function cutWords(name: string): string[] {
  const words: string[] = [];
  let before = "other";
  for (const character of name) {
    const kind = kindOf(character);
    const word = words.at(-1);
    const starts =
      kind !== "other" &&
      (before === "other" ||
        (before === "digit") !== (kind === "digit") ||
        (before === "lower" && kind === "upper"));
    const most = before === "digit" && kind === "digit" ? 3 : 32;
    if (word === undefined || starts || Buffer.byteLength(word) >= most) words.push(character);
    else words[words.length - 1] = word + character;
    before = kind;
  }
  return words;
}

function kindOf(character: string): string {
  if (/\d/.test(character)) return "digit";
  if (/[A-Z]/.test(character)) return "upper";
  return /[a-z\u0080-\u{10ffff}]/u.test(character) ? "lower" : "other";
}
