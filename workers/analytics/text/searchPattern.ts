/**
 * A text to search for as an automaton (Knuth, Morris, Pratt): its state is how many bytes of the pattern end where the
 * reading stands, so that a search can go on from term to term. Once found it stays found.
 */

export interface SearchPattern {
  /** UTF-8; at least one byte. */
  readonly bytes: Uint8Array;
  /** For each state below the length and each byte, the state after it, at `state * 256 + byte`. */
  readonly next: Uint16Array;
  /** For each state, the longest shorter one that ends there, too. */
  readonly shorter: Uint16Array;
}

/** O(256 bytes a byte of the pattern). */
export function createSearchPattern(bytes: Uint8Array): SearchPattern {
  const { length } = bytes;
  const next = new Uint16Array(length * 256);
  const shorter = new Uint16Array(length + 1);
  next[bytes[0] as number] = 1;
  let fallback = 0;
  for (let state = 1; state < length; state++) {
    shorter[state] = fallback;
    const byte = bytes[state] as number;
    next.copyWithin(state * 256, fallback * 256, (fallback + 1) * 256);
    next[state * 256 + byte] = state + 1;
    fallback = next[fallback * 256 + byte] as number;
  }
  shorter[length] = fallback;
  return { bytes, next, shorter };
}

/** The state after `text[start .. end)`. */
export function advance(
  { bytes, next }: SearchPattern,
  state: number,
  text: Uint8Array,
  start: number,
  end: number,
): number {
  let reached = state;
  for (let at = start; at < end && reached < bytes.length; at++) {
    reached = next[reached * 256 + (text[at] as number)] as number;
  }
  return reached;
}
