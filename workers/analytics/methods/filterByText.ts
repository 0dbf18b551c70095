/**
 * Which names contain a text, both as `normalizeForFilter` gives them. A name does when one of its terms does, which the
 * postings tell, or when the text reaches over several of its terms: those rows have a term that ends with the
 * beginning of the text and one that begins with, or is all of, what comes next, and of them the names are read.
 */
import type { NameColumn } from "../../columns/nameColumn.ts";
import { createBitset, nextBit, setBit, type Bitset } from "./bitset.ts";
import { advance, createNeedle, type Needle } from "./needle.ts";
import { uniteTerms, type TermPostings } from "./termPostings.ts";

/**
 * The rows whose names contain the needle.
 * @param text normalised and not empty, as UTF-8
 * @param within where given, the matches of a text that this one contains
 * @param few whether `within` has so few rows that their names are best read at once
 */
export function matchText(
  names: NameColumn,
  postings: TermPostings,
  text: Uint8Array,
  within: Bitset | null,
  few: boolean,
): Bitset {
  const needle = createNeedle(text);
  const matches = createBitset(names.offsets.length - 1);
  if (within !== null && few) {
    addReadMatches(matches, names, needle, within);
    return matches;
  }
  const terms = sortTerms(names, needle);
  uniteTerms(matches, postings, terms.containing);
  const candidates = findReachingOver(postings, terms, matches, within);
  if (candidates !== null) addReadMatches(matches, names, needle, candidates);
  return matches;
}

/** Terms by what they have of the needle. */
interface SortedTerms {
  readonly containing: readonly number[];
  /** By how many bytes of the needle they end with, those that do not contain it. */
  readonly ending: readonly (readonly number[])[];
  /** By how many bytes of the needle come before, those that begin with its rest or are the next part of it. */
  readonly following: readonly (readonly number[])[];
}

/** O(bytes of all distinct terms), and for each term the places of its first byte in the needle. */
function sortTerms({ terms: { bytes, offsets } }: NameColumn, needle: Needle): SortedTerms {
  const { length } = needle.bytes;
  const containing: number[] = [];
  const ending = Array.from({ length }, (): number[] => []);
  const following = Array.from({ length }, (): number[] => []);
  for (let term = 0; term + 1 < offsets.length; term++) {
    const start = offsets[term] as number;
    const end = offsets[term + 1] as number;
    if (start === end) continue;
    let state = advance(needle, 0, bytes, start, end);
    if (state === length) {
      containing.push(term);
      // It can begin or end with a part of the needle as well, but its rows are matches already.
      continue;
    }
    for (; state > 0; state = needle.shorter[state] as number) ending[state]?.push(term);
    const first = bytes[start] as number;
    for (
      let at = needle.bytes.indexOf(first, 1);
      at > 0;
      at = needle.bytes.indexOf(first, at + 1)
    ) {
      if (agrees(bytes, start, end, needle.bytes, at)) following[at]?.push(term);
    }
  }
  return { containing, ending, following };
}

/** Whether `text[start .. end)` and the needle from `at` on are the same as far as both go. */
function agrees(
  text: Uint8Array,
  start: number,
  end: number,
  needle: Uint8Array,
  at: number,
): boolean {
  const length = Math.min(end - start, needle.length - at);
  for (let index = 1; index < length; index++) {
    if (text[start + index] !== needle[at + index]) return false;
  }
  return true;
}

/** The rows that may contain the needle across their terms and are not in `matches`; null when there are none. */
function findReachingOver(
  postings: TermPostings,
  { ending, following }: SortedTerms,
  matches: Bitset,
  within: Bitset | null,
): Bitset | null {
  let candidates: Bitset | null = null;
  const words = matches.length;
  const before = new Int32Array(words);
  const after = new Int32Array(words);
  for (let at = 1; at < ending.length; at++) {
    const enders = ending[at] as readonly number[];
    const followers = following[at] as readonly number[];
    if (enders.length === 0 || followers.length === 0) continue;
    before.fill(0);
    after.fill(0);
    uniteTerms(before, postings, enders);
    uniteTerms(after, postings, followers);
    candidates ??= new Int32Array(words);
    for (let word = 0; word < words; word++) {
      const both = (before[word] as number) & (after[word] as number) & ~(matches[word] as number);
      candidates[word] = (candidates[word] as number) | both;
    }
  }
  if (candidates !== null && within !== null) {
    for (let word = 0; word < words; word++) {
      candidates[word] = (candidates[word] as number) & (within[word] as number);
    }
  }
  return candidates;
}

/** Adds those of `rows` whose names, read token by token, contain the needle. */
function addReadMatches(matches: Bitset, names: NameColumn, needle: Needle, rows: Bitset): void {
  const { tokens, offsets, tokenTerms, terms } = names;
  const found = needle.bytes.length;
  /** For each token and state the state after it, and 1; 0 where it is not known yet. */
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
        step = 1 + advance(needle, state, terms.bytes, terms.offsets[term] as number, termEnd);
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
