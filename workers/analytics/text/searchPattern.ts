/**
 * A search text as an automaton (Knuth, Morris, Pratt): its state is the length of the current partial match, so that a
 * search can continue from term to term. The final state is absorbing.
 */

export interface SearchPattern {
  /** UTF-8; at least one byte. */
  readonly bytes: Uint8Array;
  /** The next state for each state below the length and each byte, at `state * 256 + byte`. */
  readonly next: Uint16Array;
  /** The failure function: for each state, the next shorter partial match. */
  readonly shorter: Uint16Array;
}

/** O(256) per byte of the pattern. */
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
