/**
 * State summaries, logged beside digests: small values are stored verbatim, so that a reader sees the expected value
 * when a replay diverges.
 */

/** Approximate maximum of JSON characters: of a whole state, and of each field of a larger one. */
const WHOLE = 160;
const FIELD = 80;

/** @returns the state; for a larger one its small fields, and the lengths of long lists. */
export function summaryOf(state: unknown): unknown {
  if (isWithin(state, WHOLE)) return state;
  if (Array.isArray(state)) return { length: state.length };
  if (state === null || typeof state !== "object") return undefined;
  return Object.fromEntries(
    Object.entries(state).flatMap(([key, value]) => {
      if (isWithin(value, FIELD)) return [[key, value]];
      return Array.isArray(value) ? [[key, { length: value.length }]] : [];
    }),
  );
}

/** Stops early, because states can be large. */
function isWithin(value: unknown, most: number): boolean {
  let left = most;
  const take = (part: unknown): boolean => {
    left -= 2;
    if (typeof part === "string") left -= part.length;
    else if (typeof part === "number") left -= 6;
    else if (part !== null && typeof part === "object") {
      for (const key of Object.keys(part)) {
        left -= Array.isArray(part) ? 0 : key.length + 2;
        if (left < 0 || !take((part as Readonly<Record<string, unknown>>)[key])) return false;
      }
    }
    return left >= 0;
  };
  return take(value);
}
