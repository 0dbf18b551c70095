/** How similar two texts are, from 0 to 1. */

/** Against rounding errors. */
const EPSILON = 1e-9;
const MAX_LENGTH = 255;

const rows = [0, 1, 2].map(() => new Uint16Array(MAX_LENGTH + 2));

/**
 * Whether 1 − distance / length of the longer text is at least the threshold. The distance counts inserted, removed,
 * replaced and transposed neighbouring characters (optimal string alignment). Only the first 255 characters count.
 */
export function isLevenshteinSimilar(one: string, other: string, threshold: number): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const length = Math.min(long.length, MAX_LENGTH);
  const most = Math.floor((1 - threshold) * length + EPSILON);
  if (length - Math.min(short.length, MAX_LENGTH) > most) return false;
  return distance(short.slice(0, MAX_LENGTH), long.slice(0, MAX_LENGTH), most) <= most;
}

/** @returns the distance; more than `most` if it is larger. */
export function distance(short: string, long: string, most: number): number {
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
