/**
 * Keys that people and accounts have in common if they may match: only such pairs are compared. A key is a hash of 32
 * bits; equal hashes of different texts cost a comparison and change no result.
 */
import type { Candidates } from "./candidates.ts";
import type { FieldIndex } from "./fieldIndex.ts";
import { nicknameKeys } from "./nicknames.ts";
import { hashText, normalise, sortedLetters } from "./text.ts";

/** Accounts are not compared with the people of larger blocks: other keys of the account have smaller ones. */
export const MAX_BLOCK = 50;
/** Of each part of a combined key. */
const PREFIX = 3;
/** Shorter texts have too many others with the same letters. */
const MIN_LETTERS = 5;

export interface KeyOptions {
  readonly kind: "value" | "letters" | "prefix";
  /** One field, or two of a combined key. */
  readonly fields: readonly number[];
}

/**
 * The keys of rules: each alone, and combinations where one alone has large blocks or finds no similar texts. Fields whose
 * texts nearly all differ need no combinations.
 */
export function keysOf(fields: readonly FieldIndex[]): KeyOptions[] {
  const alone = fields.flatMap((field, at): KeyOptions[] =>
    (isFuzzy(field) ? (["value", "letters"] as const) : (["value"] as const)).map((kind) => ({
      kind,
      fields: [at],
    })),
  );
  const shared = fields.flatMap((field, at) => (field.isDistinct ? [] : [at]));
  const pairs = shared.flatMap((one, at) => shared.slice(at + 1).map((other) => [one, other]));
  const values = pairs.filter((pair) =>
    pair.every((at) => (fields[at]?.largestCount ?? 0) > MAX_BLOCK),
  );
  const prefixes = pairs.filter((pair) => pair.some((at) => isFuzzy(fields[at])));
  return [
    ...alone,
    ...values.map((pair): KeyOptions => ({ kind: "value", fields: pair })),
    ...prefixes.map((pair): KeyOptions => ({ kind: "prefix", fields: pair })),
  ];
}

function isFuzzy(field: FieldIndex | undefined): boolean {
  return field?.options.method === "levenshtein" || field?.options.method === "trigram";
}

/** The texts of one field from which its parts of keys of one kind are made. All keys of that kind share it. */
export class KeyParts {
  readonly #kind: KeyOptions["kind"];
  readonly #field: FieldIndex;
  /** By number of a text. */
  readonly #known: (readonly number[])[] = [];
  #text = "";
  #parts: readonly number[] = [];

  constructor(kind: KeyOptions["kind"], field: FieldIndex) {
    this.#kind = kind;
    this.#field = field;
  }

  ofPerson(person: number): readonly number[] {
    const number = this.#field.people[person] ?? -1;
    return number === -1 ? [] : this.#ofNumber(number);
  }

  /** Remembers the last text, which each key of the field needs. @param text prepared; empty: it has none. */
  ofText(text: string): readonly number[] {
    if (text !== this.#text) {
      const number = this.#field.numberOf(text);
      this.#parts = number === -1 ? this.#make(text) : this.#ofNumber(number);
      this.#text = text;
    }
    return this.#parts;
  }

  #ofNumber(number: number): readonly number[] {
    return (this.#known[number] ??= this.#make(this.#field.texts[number] ?? ""));
  }

  #make(text: string): readonly number[] {
    if (text === "") return [];
    const { method, nicknames } = this.#field.options;
    if (this.#kind === "letters") {
      const plain = normalise(text);
      return plain.length < MIN_LETTERS ? [] : [hashText(sortedLetters(plain))];
    }
    if (this.#kind === "prefix") {
      return [hashText(normalise(text).slice(0, PREFIX))];
    }
    if (!nicknames) return [hashText(text)];
    const plain = method === "exact" || method === "trigram" ? normalise(text) : text;
    return [...new Set(nicknameKeys(plain))].map((key) => hashText(key));
  }
}

/** The people by one key. */
export class BlockingIndex {
  readonly options: KeyOptions;
  readonly #parts: readonly KeyParts[];
  readonly #mask: number;
  /** By bucket: where its people start and end. */
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  readonly #people: Int32Array;
  readonly #hashes: Int32Array;
  /** Hashes of blocks that are too large. Their people are not in the buckets. */
  readonly #large = new Set<number>();
  /** Pairs that were compared because of this key. */
  pairs = 0;
  /** Accounts with a block that was too large. */
  skipped = 0;

  /** @param parts of its fields. */
  constructor(options: KeyOptions, parts: readonly KeyParts[], people: number) {
    this.options = options;
    this.#parts = parts;
    const buckets = 2 ** Math.ceil(Math.log2(people + 1));
    this.#mask = buckets - 1;
    this.#starts = new Int32Array(buckets + 1);
    let count = 0;
    for (let person = 0; person < people; person++) {
      for (const hash of this.#hashesOf(person)) {
        const bucket = hash & this.#mask;
        this.#starts[bucket + 1] = (this.#starts[bucket + 1] ?? 0) + 1;
        count += 1;
      }
    }
    for (let at = 0; at < buckets; at++) {
      this.#starts[at + 1] = (this.#starts[at + 1] ?? 0) + (this.#starts[at] ?? 0);
    }
    this.#people = new Int32Array(count);
    this.#hashes = new Int32Array(count);
    this.#ends = this.#starts.slice();
    for (let person = 0; person < people; person++) {
      for (const hash of this.#hashesOf(person)) {
        const bucket = hash & this.#mask;
        const at = this.#ends[bucket] ?? 0;
        this.#ends[bucket] = at + 1;
        this.#people[at] = person;
        this.#hashes[at] = hash;
      }
    }
    for (let bucket = 0; bucket < buckets; bucket++) this.#leaveOutLarge(bucket);
  }

  /** Takes the people of blocks that are too large out of a bucket. */
  #leaveOutLarge(bucket: number): void {
    const start = this.#starts[bucket] ?? 0;
    const end = this.#ends[bucket] ?? 0;
    if (end - start <= MAX_BLOCK) return;
    const sizes = new Map<number, number>();
    for (const hash of this.#hashes.subarray(start, end)) {
      sizes.set(hash, (sizes.get(hash) ?? 0) + 1);
    }
    let next = start;
    for (let at = start; at < end; at++) {
      const hash = this.#hashes[at] ?? 0;
      if ((sizes.get(hash) ?? 0) > MAX_BLOCK) {
        this.#large.add(hash);
        continue;
      }
      this.#hashes[next] = hash;
      this.#people[next] = this.#people[at] ?? 0;
      next += 1;
    }
    this.#ends[bucket] = next;
  }

  resetCosts(): void {
    this.pairs = 0;
    this.skipped = 0;
  }

  #hashesOf(person: number): readonly number[] {
    return combine(this.#parts.map((part) => part.ofPerson(person)));
  }

  /** @param texts prepared, by field. */
  hashesOfTexts(texts: readonly string[]): readonly number[] {
    return combine(
      this.#parts.map((part, at) => part.ofText(texts[this.options.fields[at] ?? -1] ?? "")),
    );
  }

  /** Adds the people of the block to candidates, unless it is too large. @returns false then. */
  gather(hash: number, candidates: Candidates): boolean {
    if (this.#large.has(hash)) return false;
    const bucket = hash & this.#mask;
    const end = this.#ends[bucket] ?? 0;
    for (let at = this.#starts[bucket] ?? 0; at < end; at++) {
      if (this.#hashes[at] === hash) candidates.add(this.#people[at] ?? 0);
    }
    return true;
  }
}

/** The indexes of keys over all people. Keys of one kind share the parts of a field. */
export function indexKeys(
  keys: readonly KeyOptions[],
  fields: readonly FieldIndex[],
  people: number,
): BlockingIndex[] {
  const known = new Map<string, KeyParts>();
  const partsOf = (kind: KeyOptions["kind"], at: number): KeyParts => {
    const field = fields[at];
    if (!field) throw new Error("A key has an unknown field");
    const name = `${kind} ${at}`;
    const parts = known.get(name) ?? new KeyParts(kind, field);
    known.set(name, parts);
    return parts;
  };
  return keys.map((options) => {
    const parts = options.fields.map((at) => partsOf(options.kind, at));
    return new BlockingIndex(options, parts, people);
  });
}

/** One hash for each choice of one part from each list. */
function combine(parts: readonly (readonly number[])[]): readonly number[] {
  const [first = [], second] = parts;
  if (second === undefined) return first;
  const combined: number[] = [];
  for (const one of first) {
    for (const other of second) combined.push((Math.imul(one, 0x9e3779b1) ^ (other * 31 + 7)) | 0);
  }
  return combined;
}
