/**
 * Names as sequences of tokens. Directories build names from few words and numbers, so a name costs two bytes per
 * token, and a filter is evaluated once per distinct word instead of once per name.
 */
import { normalizeForFilter } from "#events/rules/filterText.ts";
import type { EntitlementRow } from "./units.ts";
import { NumberColumnBuilder, withRoom } from "./growable.ts";
import { EMPTY_HASH, hashByte, TextDictionary, type TextColumn } from "./textDictionary.ts";

/** Token numbers, in two bytes each while these suffice. */
export type Tokens = Uint16Array | Uint32Array;

/**
 * A *token* is a piece of a name as received; a *term* is its `normalizeForFilter` form, possibly empty. The
 * concatenated terms of a name are the normalised name.
 */
export interface NameColumn {
  /** Tokens of all names; row i has `tokens[offsets[i] .. offsets[i + 1])`. */
  readonly tokens: Tokens;
  readonly offsets: Uint32Array;
  /** Distinct tokens. */
  readonly tokenTexts: TextColumn;
  /** The term of each token. */
  readonly tokenTerms: Uint32Array;
  /** Distinct terms. */
  readonly terms: TextColumn;
}

const OTHER = 0;
const UPPER = 1;
const LOWER = 2;
const DIGIT = 3;
/** The class of a byte. Bytes of non-ASCII characters count as lower case. */
const kinds = new Uint8Array(256).fill(LOWER, 0x80);
kinds.fill(DIGIT, 0x30, 0x3a).fill(UPPER, 0x41, 0x5b).fill(LOWER, 0x61, 0x7b);
/** Whether a token ends between two classes of bytes: at separators, and in "aB", "a1" and "1a". */
const endsBetween = new Uint8Array(16);
for (const before of [OTHER, UPPER, LOWER, DIGIT]) {
  for (const after of [UPPER, LOWER, DIGIT]) {
    const ends =
      before === OTHER ||
      (before === DIGIT) !== (after === DIGIT) ||
      (before === LOWER && after === UPPER);
    endsBetween[before * 4 + after] = ends ? 1 : 0;
  }
}
/** The first token that needs more than two bytes. */
const WIDE = 1 << 16;
/** Maximum digits of a token, so that numbers have few distinct tokens. */
const MAX_DIGITS = 3;
/** Maximum bytes of a token, except to complete a character. */
const MAX_LENGTH = 32;

const encoder = new TextEncoder();
// A name may start with U+FEFF, which is text here and no byte order mark.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export class NameColumnBuilder {
  private tokens: Tokens = new Uint16Array(1 << 14);
  private length = 0;
  private readonly offsets = new NumberColumnBuilder(new Uint32Array(1 << 12));
  private readonly tokenTexts = new TextDictionary();
  private readonly tokenTerms = new NumberColumnBuilder(new Uint32Array(1 << 8));
  private readonly terms = new TextDictionary();

  constructor() {
    this.offsets.push(0);
  }

  /** Adds the name with the UTF-8 text `source[start .. end)`. */
  addBytes(source: Uint8Array, start: number, end: number): void {
    this.tokens = withRoom<Tokens>(this.tokens, this.length + end - start);
    const first = this.length;
    let from = start;
    let hash = EMPTY_HASH;
    let before = OTHER;
    let beyondAscii = 0;
    for (let at = start; at < end; at++) {
      const byte = source[at] as number;
      const kind = kinds[byte] as number;
      beyondAscii |= byte;
      if (at > from && isStart(byte) && endsHere(before, kind, at - from)) {
        this.addToken(source, from, at, hash);
        from = at;
        hash = EMPTY_HASH;
      }
      hash = hashByte(hash, byte);
      before = kind;
    }
    if (end > start) this.addToken(source, from, end, hash);
    if (beyondAscii >= 0x80 && this.length - first > 1) this.checkTerms(source, start, end, first);
    this.offsets.push(this.length);
  }

  addText(text: string): void {
    const bytes = encoder.encode(text);
    this.addBytes(bytes, 0, bytes.length);
  }

  /** Removes all names from that row on. */
  truncate(rowCount: number): void {
    if (this.offsets.length <= rowCount) return;
    this.offsets.truncate(rowCount + 1);
    this.length = this.offsets.at(rowCount);
  }

  finish(): NameColumn {
    return {
      tokens: this.tokens.subarray(0, this.length),
      offsets: this.offsets.finish(),
      tokenTexts: this.tokenTexts.finish(),
      tokenTerms: this.tokenTerms.finish(),
      terms: this.terms.finish(),
    };
  }

  private addToken(source: Uint8Array, start: number, end: number, hash: number): void {
    const token = this.tokenTexts.add(source, start, end, hash);
    if (token === this.tokenTerms.length) {
      const text = normalizeForFilter(decoder.decode(source.subarray(start, end)));
      this.tokenTerms.push(this.terms.addText(encoder.encode(text)));
      if (token === WIDE) this.widen();
    }
    this.tokens[this.length++] = token;
  }

  private widen(): void {
    const wide = new Uint32Array(this.tokens.length);
    wide.set(this.tokens);
    this.tokens = wide;
  }

  /** Characters can compose across tokens. Then the name is one token. */
  private checkTerms(source: Uint8Array, start: number, end: number, first: number): void {
    const name = source.subarray(start, end);
    const normalized = encoder.encode(normalizeForFilter(decoder.decode(name)));
    let reached = 0;
    for (let at = first; at < this.length && reached >= 0; at++) {
      const term = this.tokenTerms.at(this.tokens[at] as number);
      reached = this.terms.endIn(normalized, reached, term);
    }
    if (reached === normalized.length) return;
    this.length = first;
    let hash = EMPTY_HASH;
    for (const byte of name) hash = hashByte(hash, byte);
    this.addToken(source, start, end, hash);
  }
}

/** Whether a character starts with that byte. */
function isStart(byte: number): boolean {
  return (byte & 0xc0) !== 0x80;
}

function endsHere(before: number, after: number, length: number): boolean {
  if (endsBetween[before * 4 + after] === 1) return true;
  return length >= (before === DIGIT && after === DIGIT ? MAX_DIGITS : MAX_LENGTH);
}

/** Bytes of the name of a row. */
function nameLength({ tokens, offsets, tokenTexts }: NameColumn, row: EntitlementRow): number {
  let length = 0;
  for (let at = offsets[row] as number; at < (offsets[row + 1] as number); at++) {
    const token = tokens[at] as number;
    length += (tokenTexts.offsets[token + 1] as number) - (tokenTexts.offsets[token] as number);
  }
  return length;
}

/** Writes the name of a row at `target[at]`, where there must be room, and returns its end. */
function writeName(
  { tokens, offsets, tokenTexts }: NameColumn,
  row: EntitlementRow,
  target: Uint8Array,
  at: number,
): number {
  let to = at;
  for (let index = offsets[row] as number; index < (offsets[row + 1] as number); index++) {
    const token = tokens[index] as number;
    const end = tokenTexts.offsets[token + 1] as number;
    for (let from = tokenTexts.offsets[token] as number; from < end; from++) {
      target[to++] = tokenTexts.bytes[from] as number;
    }
  }
  return to;
}

export function nameOf(names: NameColumn, row: EntitlementRow): string {
  const bytes = new Uint8Array(nameLength(names, row));
  writeName(names, row, bytes, 0);
  return decoder.decode(bytes);
}
