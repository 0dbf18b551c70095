/** How similar two texts are, from 0 to 1. */

/** Against rounding errors. */
const EPSILON = 1e-9;
const MAX_LENGTH = 255;
/** Longest text whose characters fit into the bits of a number. */
const MAX_BITS = 32;

/** By character code: where the shorter text has it. All zero between two calls. */
const places = new Int32Array(0x10000);
const rows = [0, 1, 2].map(() => new Uint16Array(MAX_LENGTH + 2));

/**
 * Whether 1 − distance / length of the longer text is at least the threshold. The distance counts inserted, removed,
 * replaced and transposed neighbouring characters (optimal string alignment). Only the first 255 characters count.
 */
export function isLevenshteinSimilar(one: string, other: string, threshold: number): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const most = mostEdits(long.length, threshold);
  if (Math.min(long.length, MAX_LENGTH) - Math.min(short.length, MAX_LENGTH) > most) return false;
  return distance(short.slice(0, MAX_LENGTH), long.slice(0, MAX_LENGTH), most) <= most;
}

/** @param length of the longer text. */
function mostEdits(length: number, threshold: number): number {
  return Math.floor((1 - threshold) * Math.min(length, MAX_LENGTH) + EPSILON);
}

/** Which characters a text has, as 32 bits of which several characters share one. */
export function characterBits(text: string): number {
  const length = Math.min(text.length, MAX_LENGTH);
  let bits = 0;
  for (let at = 0; at < length; at++) bits |= 1 << (text.charCodeAt(at) & 31);
  return bits;
}

/** What is known of a text without reading it. */
export interface TextShape {
  /** Its `characterBits`. */
  readonly bits: number;
  readonly length: number;
}

/** False only if two texts cannot be similar: an edit changes the length by one, and at most two character bits. */
export function mayBeLevenshteinSimilar(
  one: TextShape,
  other: TextShape,
  threshold: number,
): boolean {
  const first = Math.min(one.length, MAX_LENGTH);
  const second = Math.min(other.length, MAX_LENGTH);
  const most = mostEdits(Math.max(first, second), threshold);
  return Math.abs(first - second) <= most && countBits(one.bits ^ other.bits) <= 2 * most;
}

function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** @returns the distance; more than `most` if it is larger. */
export function distance(short: string, long: string, most: number): number {
  let start = 0;
  while (start < short.length && short.charCodeAt(start) === long.charCodeAt(start)) start += 1;
  let [shortEnd, longEnd] = [short.length, long.length];
  while (shortEnd > start && short.charCodeAt(shortEnd - 1) === long.charCodeAt(longEnd - 1)) {
    shortEnd -= 1;
    longEnd -= 1;
  }
  if (shortEnd === start) return longEnd - start;
  return shortEnd - start <= MAX_BITS
    ? distanceByBits(short, long, { start, shortEnd, longEnd }, most)
    : distanceByRows(short.slice(start, shortEnd), long.slice(start, longEnd), most);
}

/** The parts of two texts that differ. Ends are exclusive. */
interface Differing {
  readonly start: number;
  readonly shortEnd: number;
  readonly longEnd: number;
}

/** Computes a column of the table of distances in one step, as Hyyrö describes (2003), with its differences as bits. */
function distanceByBits(
  short: string,
  long: string,
  { start, shortEnd, longEnd }: Differing,
  most: number,
): number {
  for (let at = start; at < shortEnd; at++) {
    const code = short.charCodeAt(at);
    places[code] = (places[code] ?? 0) | (1 << (at - start));
  }
  const last = 1 << (shortEnd - start - 1);
  let found = shortEnd - start;
  // Where the column increases, where it decreases, and where its diagonal is equal.
  let [increases, decreases, equal, before] = [-1, 0, 0, 0];
  for (let at = start; at < longEnd; at++) {
    const here = places[long.charCodeAt(at)] ?? 0;
    const transposed = ((~equal & here) << 1) & before;
    equal = ((((here & increases) + increases) | 0) ^ increases) | here | decreases | transposed;
    let rises = decreases | ~(equal | increases);
    const falls = equal & increases;
    if ((rises & last) !== 0) found += 1;
    else if ((falls & last) !== 0) found -= 1;
    // Each further character decreases the distance by one at most.
    if (found - (longEnd - at - 1) > most) break;
    rises = (rises << 1) | 1;
    increases = (falls << 1) | ~(equal | rises);
    decreases = rises & equal;
    before = here;
  }
  for (let at = start; at < shortEnd; at++) places[short.charCodeAt(at)] = 0;
  return found;
}

function distanceByRows(short: string, long: string, most: number): number {
  let [before, last, now] = rows as [Uint16Array, Uint16Array, Uint16Array];
  for (let column = 0; column <= long.length; column++) last[column] = column;
  for (let row = 1; row <= short.length; row++) {
    const letter = short.charCodeAt(row - 1);
    const previous = row > 1 ? short.charCodeAt(row - 2) : -1;
    now[0] = row;
    let least = row;
    for (let column = 1; column <= long.length; column++) {
      const other = long.charCodeAt(column - 1);
      let best = (last[column - 1] ?? 0) + (letter === other ? 0 : 1);
      const removed = (last[column] ?? 0) + 1;
      if (removed < best) best = removed;
      const inserted = (now[column - 1] ?? 0) + 1;
      if (inserted < best) best = inserted;
      if (previous === other && column > 1 && letter === long.charCodeAt(column - 2)) {
        const transposed = (before[column - 2] ?? 0) + 1;
        if (transposed < best) best = transposed;
      }
      now[column] = best;
      if (best < least) least = best;
    }
    if (least > most) return most + 1;
    [before, last, now] = [last, now, before];
  }
  return last[long.length] ?? 0;
}

/** Groups of three characters of each word with two spaces before and one behind it, as PostgreSQL's pg_trgm makes them. */
export function trigrams(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const word of text.split(" ")) {
    if (word === "") continue;
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at++) found.add(padded.slice(at, at + 3));
  }
  return found;
}

/** The share of their trigrams that two texts have in common, as pg_trgm's `similarity` computes it. */
export function trigramSimilarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const group of one) if (other.has(group)) shared += 1;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}
