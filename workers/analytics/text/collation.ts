/**
 * The order of names, the same in every locale: word by word, as a book index is sorted, so that "Core Portal" comes
 * before "Corebank". Words are the tokens of the name column (cut at separators, from lower to upper case and between
 * letters and digits), compared in normalized form by code points; a prefix comes first. Numbers come before other
 * words, those with fewer digits first (leading zeros do not count), then three digits at a time from the left by
 * value.
 */
import type { NameColumn } from "../../columns/nameColumn.ts";
import type { TextColumn } from "../../columns/textDictionary.ts";
import { multikeySort, NO_KEY, type KeyOf } from "./multikeySort.ts";

/** Digits of a number per token. */
const PIECE = 3;
/** Keys of non-numeric words start here, above every digit count and rank. */
const WORDS = 2 ** 52;
const A_DIGIT_MORE = 2 ** 32;
const MAX_DIGITS = 2 ** 20 - 1;

const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;

/** Keys of a column's rows, by which `multikeySort` sorts names. O(distinct terms, sorted). */
export function collate({ tokens, offsets, tokenTexts, tokenTerms, terms }: NameColumn): KeyOf {
  const termCount = terms.offsets.length - 1;
  /** Number of leading digits of a term that is a number or a part of one; 0 for other terms. */
  const digits = Uint8Array.from({ length: termCount }, (_, term) => digitsOf(terms, term));
  const significant = digits.map((count, term) => significantOf(terms, term, count));
  const ranks = rankTerms(terms, digits);
  /** 1 for tokens after which a following number continues. */
  const goesOn = Uint8Array.from({ length: tokenTerms.length }, (_, token) => {
    const length =
      (tokenTexts.offsets[token + 1] as number) - (tokenTexts.offsets[token] as number);
    return length === PIECE && digitsOf(tokenTexts, token) === PIECE ? 1 : 0;
  });

  return (row, depth) => {
    const start = offsets[row] as number;
    const end = offsets[row + 1] as number;
    const at = start + depth;
    if (at >= end) return NO_KEY;
    const term = tokenTerms[tokens[at] as number] as number;
    const rank = ranks[term] as number;
    if (digits[term] === 0) return WORDS + rank;
    if (depth > 0 && goesOn[tokens[at - 1] as number] === 1) return rank;
    return digitsFrom(at, end) * A_DIGIT_MORE + rank;
  };

  /** Digits of the number that starts there, without leading zeros. */
  function digitsFrom(start: number, end: number): number {
    let count = 0;
    for (let at = start; at < end; at++) {
      const token = tokens[at] as number;
      const term = tokenTerms[token] as number;
      count += (count === 0 ? significant[term] : digits[term]) as number;
      if (goesOn[token] === 0) break;
    }
    return Math.min(count, MAX_DIGITS);
  }
}

/** The rank of each term among all: numbers by value, then the others. */
function rankTerms({ bytes, offsets }: TextColumn, digits: Uint8Array): Uint32Array {
  const order = new Uint32Array(digits.length).map((_, term) => term);
  multikeySort(order, (term, depth) => {
    const start = offsets[term] as number;
    if (depth === 0) {
      const count = digits[term] as number;
      return count === 0 ? 10 ** PIECE : valueOf(bytes, start, start + count);
    }
    const at = start + depth - 1;
    return at < (offsets[term + 1] as number) ? (bytes[at] as number) : NO_KEY;
  });
  const ranks = new Uint32Array(order.length);
  for (let rank = 0; rank < order.length; rank++) ranks[order[rank] as number] = rank;
  return ranks;
}

/** Number of leading digits of a text that is a number, with or without trailing punctuation; 0 for any other. */
function digitsOf({ bytes, offsets }: TextColumn, text: number): number {
  const start = offsets[text] as number;
  const end = offsets[text + 1] as number;
  let at = start;
  while (at < end && isDigit(bytes[at] as number)) at++;
  const count = at - start;
  if (count > PIECE) return 0;
  for (; at < end; at++) {
    const byte = bytes[at] as number;
    if (isDigit(byte) || byte >= 0x80 || isLetter(byte)) return 0;
  }
  return count;
}

function significantOf({ bytes, offsets }: TextColumn, text: number, digits: number): number {
  const start = offsets[text] as number;
  let zeros = 0;
  while (zeros < digits && bytes[start + zeros] === DIGIT_0) zeros++;
  return digits - zeros;
}

function valueOf(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * 10 + (bytes[at] as number) - DIGIT_0;
  return value;
}

function isDigit(byte: number): boolean {
  return byte >= DIGIT_0 && byte <= DIGIT_9;
}

function isLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
