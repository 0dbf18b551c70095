/** One field of all people: its distinct texts, and how a text of an account agrees with each of them. */
import { DIFFERENT, MISSING, SAME, SIMILAR, type FieldOptions } from "./model.ts";
import { areNicknames } from "./nicknames.ts";
import {
  characterBits,
  isLevenshteinSimilar,
  mayBeLevenshteinSimilar,
  type TextShape,
  trigrams,
  trigramSimilarity,
} from "./similarity.ts";
import { normalise, words } from "./text.ts";

/** Up to how many people with the same text their number is corrected. */
const RARE = 8;
const DISTINCT = 0.95;

/** The facts of a text: its level and the turn in which it is known, the bits of its characters, and its length. */
const FACTS = 4;
const KNOWN = 0;
const BITS = 1;
const LENGTH = 2;

export class FieldIndex {
  readonly options: FieldOptions;
  /** By person: the number of their text; -1 if they have none. */
  people = new Int32Array(0);
  /** By number: the text as it is compared. */
  readonly texts: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #counts: number[] = [];
  readonly #growing: number[] = [];
  readonly #trigrams: ReadonlySet<string>[] = [];
  /** By number: log2 of the probability that somebody else has the text. */
  #rarity: Float64Array = new Float64Array(0);

  // The text of an account that is compared now, and its levels by number as far as they are known.
  #text = "";
  #number = -1;
  #textTrigrams: ReadonlySet<string> = new Set();
  #shape: TextShape = { bits: 0, length: 0 };
  #turn = 0;
  /** What each comparison reads of a text, side by side: memory is read in lines. */
  #facts = new Int32Array(0);

  constructor(options: FieldOptions) {
    this.options = options;
  }

  /** A text as it is compared. */
  prepare(text: string): string {
    const { method } = this.options;
    if (method === "exact") return text.trim();
    return method === "trigram" ? words(text) : normalise(text);
  }

  add(text: string): void {
    const prepared = this.prepare(text);
    if (prepared === "") {
      this.#growing.push(-1);
      return;
    }
    let number = this.#numbers.get(prepared);
    if (number === undefined) {
      number = this.texts.length;
      this.#numbers.set(prepared, number);
      this.texts.push(prepared);
      this.#counts.push(0);
    }
    this.#counts[number] = (this.#counts[number] ?? 0) + 1;
    this.#growing.push(number);
  }

  /** Call it after all people were added. */
  finish(): void {
    this.people = Int32Array.from(this.#growing);
    this.#growing.length = 0;
    this.#rarity = rarities(this.#counts, this.people.length);
    this.#facts = new Int32Array(this.texts.length * FACTS);
    this.texts.forEach((text, number) => {
      this.#facts[number * FACTS + BITS] = characterBits(text);
      this.#facts[number * FACTS + LENGTH] = text.length;
    });
  }

  /** @param text prepared. @returns -1 if nobody has it. */
  numberOf(text: string): number {
    return this.#numbers.get(text) ?? -1;
  }

  /** @param text prepared. */
  compareWith(text: string): void {
    this.#text = text;
    this.#number = this.numberOf(text);
    this.#turn += 1;
    if (this.options.method === "levenshtein") {
      this.#shape = { bits: characterBits(text), length: text.length };
    }
    if (this.options.method === "trigram") this.#textTrigrams = trigrams(text);
  }

  levelOf(person: number): number {
    const number = this.people[person] ?? -1;
    if (number === -1 || this.#text === "") return MISSING;
    return this.levelOfText(number);
  }

  levelOfText(number: number): number {
    if (number === this.#number) return SAME;
    const known = this.#facts[number * FACTS + KNOWN] ?? 0;
    if (known >> 2 === this.#turn) return known & 3;
    const level = this.#isSimilar(number) ? SIMILAR : DIFFERENT;
    this.#facts[number * FACTS + KNOWN] = (this.#turn << 2) | level;
    return level;
  }

  #isSimilar(number: number): boolean {
    const { method, threshold, nicknames } = this.options;
    if (method === "levenshtein" && this.#isLevenshteinSimilar(number)) return true;
    if (method === "trigram") {
      const groups = (this.#trigrams[number] ??= trigrams(this.texts[number] ?? ""));
      if (trigramSimilarity(this.#textTrigrams, groups) >= threshold) return true;
    }
    if (!nicknames) return false;
    const other = this.texts[number] ?? "";
    return method === "normalised" || method === "levenshtein"
      ? areNicknames(this.#text, other)
      : areNicknames(normalise(this.#text), normalise(other));
  }

  #isLevenshteinSimilar(number: number): boolean {
    const { threshold } = this.options;
    const shape = {
      bits: this.#facts[number * FACTS + BITS] ?? 0,
      length: this.#facts[number * FACTS + LENGTH] ?? 0,
    };
    return (
      mayBeLevenshteinSimilar(this.#shape, shape, threshold) &&
      isLevenshteinSimilar(this.#text, this.texts[number] ?? "", threshold)
    );
  }

  /** log2 of the probability that somebody else than its owner has the person's text. */
  rarityOf(person: number): number {
    return this.#rarity[this.people[person] ?? -1] ?? 0;
  }

  /** Whether nearly everybody has a text that nobody else has. */
  get isDistinct(): boolean {
    const having = this.#counts.reduce((sum, count) => sum + count, 0);
    return this.texts.length > DISTINCT * having;
  }

  /** How many people have the most common text. */
  get largestCount(): number {
    return this.#counts.reduce((most, count) => Math.max(most, count), 0);
  }
}

/**
 * log2 of how likely another person has each text. Texts of few people are rarer than their number says, as Good and
 * Turing found: ids that are all different say that nobody else has them, while many surnames of one person do recur.
 */
function rarities(counts: readonly number[], people: number): Float64Array {
  const texts = new Float64Array(RARE + 2);
  for (const count of counts) if (count < texts.length) texts[count] = (texts[count] ?? 0) + 1;
  const corrected = (count: number) => {
    if (count > RARE) return count;
    const more = (texts[count + 1] ?? 0) + 0.5;
    return Math.min(count, ((count + 1) * more) / ((texts[count] ?? 0) + 1));
  };
  return Float64Array.from(counts, (count) => Math.log2(corrected(count) / Math.max(1, people)));
}
