/**
 * Finds names that contain a text, both normalized. A name matches if one of its terms contains the text, which the
 * postings show, or if the text spans several terms, the first of which ends with the start of the text. If it spans
 * two, the postings of pairs decide; if more, or without these postings, the candidate names are read.
 */
import type { NameColumn } from "../../columns/nameColumn.ts";
import {
  createBitset,
  exclude,
  intersect,
  nextBit,
  setBit,
  unite,
  type Bitset,
} from "../rows/bitset.ts";
import { advance, createSearchPattern, type SearchPattern } from "./searchPattern.ts";
import type { PairPostings } from "./pairPostings.ts";
import { uniteList } from "../rows/rowLists.ts";
import { uniteTerms, type TermPostings } from "./termPostings.ts";

/** Optional indexes of the names, which do not change the answers. */
export interface TextIndex {
  readonly names: NameColumn;
  readonly terms: TermPostings;
  /** Null until they are built, and for names with too many distinct pairs. */
  readonly pairs: PairPostings | null;
}

/**
 * The rows whose names contain the pattern.
 * @param text normalised and not empty, as UTF-8
 * @param within if given, the matches of a text that this one contains
 * @param few whether `within` has so few rows that reading their names is fastest
 */
export function matchText(
  { names, terms: postings, pairs }: TextIndex,
  text: Uint8Array,
  within: Bitset | null,
  few: boolean,
): Bitset {
  const pattern = createSearchPattern(text);
  const rowCount = names.offsets.length - 1;
  const matches = createBitset(rowCount);
  if (within !== null && few) {
    addReadMatches(matches, names, pattern, within);
    return matches;
  }
  const terms = sortTerms(names, pattern);
  uniteTerms(matches, postings, terms.containing);
  if (text.length === 1) return matches;
  const candidates =
    pairs === null
      ? findTogether(postings, terms, matches)
      : addPairs(matches, names, pairs, terms, text.length);
  if (candidates === null) return matches;
  exclude(candidates, matches);
  if (within !== null) intersect(candidates, candidates, within);
  addReadMatches(matches, names, pattern, candidates);
  return matches;
}

/** Terms by their overlap with the pattern. */
interface SortedTerms {
  readonly containing: readonly number[];
  /**
   * Terms that end with a prefix of the pattern, by its length in bytes; terms that contain the pattern are excluded.
   */
  readonly ending: readonly (readonly number[])[];
  /** Terms that start with the rest of the pattern or are its next part, by the number of preceding bytes. */
  readonly following: readonly (readonly number[])[];
}

/** O(bytes of all distinct terms), plus the positions of each term's first byte in the pattern. */
function sortTerms({ terms: { bytes, offsets } }: NameColumn, pattern: SearchPattern): SortedTerms {
  const { length } = pattern.bytes;
  const containing: number[] = [];
  const ending = Array.from({ length }, (): number[] => []);
  const following = Array.from({ length }, (): number[] => []);
  for (let term = 0; term + 1 < offsets.length; term++) {
    const start = offsets[term] as number;
    const end = offsets[term + 1] as number;
    if (start === end) continue;
    let state = advance(pattern, 0, bytes, start, end);
    if (state === length) {
      containing.push(term);
      // It may also start or end with a part of the pattern, but its rows already match.
      continue;
    }
    for (; state > 0; state = pattern.shorter[state] as number) ending[state]?.push(term);
    const first = bytes[start] as number;
    for (
      let at = pattern.bytes.indexOf(first, 1);
      at > 0;
      at = pattern.bytes.indexOf(first, at + 1)
    ) {
      if (agrees(bytes, start, end, pattern.bytes, at)) following[at]?.push(term);
    }
  }
  return { containing, ending, following };
}

/** Whether `text[start .. end)` and the pattern from `at` on agree over their common length. */
function agrees(
  text: Uint8Array,
  start: number,
  end: number,
  pattern: Uint8Array,
  at: number,
): boolean {
  const length = Math.min(end - start, pattern.length - at);
  for (let index = 1; index < length; index++) {
    if (text[start + index] !== pattern[at + index]) return false;
  }
  return true;
}

/** Bits of a word; the positions of a longer pattern share them. */
const PLACES = 32;

/**
 * Adds the rows in which two adjacent terms contain the pattern.
 * @returns the rows whose two terms agree with the pattern over their length, which must be read; null if there are
 * none
 */
function addPairs(
  matches: Bitset,
  names: NameColumn,
  pairs: PairPostings,
  { ending, following }: SortedTerms,
  length: number,
): Bitset | null {
  const termOffsets = names.terms.offsets;
  const endsAt = new Int32Array(termOffsets.length - 1);
  const followsAt = new Int32Array(termOffsets.length - 1);
  /** Positions where a term completes the pattern. */
  const completesAt = new Int32Array(termOffsets.length - 1);
  for (let at = 1; at < length; at++) {
    const place = 1 << (at % PLACES);
    for (const term of ending[at] as readonly number[])
      endsAt[term] = (endsAt[term] as number) | place;
    for (const term of following[at] as readonly number[]) {
      followsAt[term] = (followsAt[term] as number) | place;
      const size = (termOffsets[term + 1] as number) - (termOffsets[term] as number);
      if (size < length - at) continue;
      completesAt[term] = (completesAt[term] as number) | place;
    }
  }
  const { firsts, seconds } = pairs;
  let candidates: Bitset | null = null;
  for (let pair = 0; pair < firsts.length; pair++) {
    const ends = endsAt[firsts[pair] as number] as number;
    if (ends === 0) continue;
    const second = seconds[pair] as number;
    if ((ends & (completesAt[second] as number)) !== 0 && length <= PLACES) {
      uniteList(matches, pairs, pair);
    } else if ((ends & (followsAt[second] as number)) !== 0) {
      candidates ??= new Int32Array(matches.length);
      uniteList(candidates, pairs, pair);
    }
  }
  return candidates;
}

/**
 * The rows that contain, anywhere, a term that ends with the pattern's start and one that can follow; null for none.
 */
function findTogether(
  postings: TermPostings,
  { ending, following }: SortedTerms,
  matches: Bitset,
): Bitset | null {
  let candidates: Bitset | null = null;
  const before = new Int32Array(matches.length);
  const after = new Int32Array(matches.length);
  for (let at = 1; at < ending.length; at++) {
    const enders = ending[at] as readonly number[];
    const followers = following[at] as readonly number[];
    if (enders.length === 0 || followers.length === 0) continue;
    before.fill(0);
    after.fill(0);
    uniteTerms(before, postings, enders);
    uniteTerms(after, postings, followers);
    intersect(before, before, after);
    candidates ??= new Int32Array(matches.length);
    unite(candidates, before);
  }
  return candidates;
}

/** Adds those of `rows` whose names, read token by token, contain the pattern. */
function addReadMatches(
  matches: Bitset,
  names: NameColumn,
  pattern: SearchPattern,
  rows: Bitset,
): void {
  const { tokens, offsets, tokenTerms, terms } = names;
  const found = pattern.bytes.length;
  /** The next state + 1 for each token and state; 0 while unknown. */
  const steps = new Uint16Array(tokenTerms.length * found);
  for (let row = nextBit(rows, 0); row >= 0; row = nextBit(rows, row + 1)) {
    const end = offsets[row + 1] as number;
    let state = 0;
    for (let at = offsets[row] as number; at < end; at++) {
      const token = tokens[at] as number;
      let step = steps[token * found + state] as number;
      if (step === 0) {
        const term = tokenTerms[token] as number;
        const termEnd = terms.offsets[term + 1] as number;
        step = 1 + advance(pattern, state, terms.bytes, terms.offsets[term] as number, termEnd);
        steps[token * found + state] = step;
      }
      state = step - 1;
      if (state === found) {
        setBit(matches, row, true);
        break;
      }
    }
  }
}
