/** Short hashes of states, equal where the states are equal as JSON, whatever the order of their fields. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** Hex digits of the digest of a state. */
const STATE_DIGITS = 16;
/** Hex digits of an outcome, of which a log has one an event: one wrong outcome in 16 million goes unseen. */
const OUTCOME_DIGITS = 6;

export function stateDigest(state: unknown): string {
  return hash(canonicalText(state)).slice(0, STATE_DIGITS);
}

/** What one event led to: a digest of the states that it changed, by the names of their projections. */
export function outcomeDigest(changed: Iterable<readonly [string, unknown]>): string {
  const sorted = [...changed].sort(([a], [b]) => (a < b ? -1 : 1));
  return hash(canonicalText(sorted)).slice(0, OUTCOME_DIGITS);
}

/** JSON with the fields of objects in the order of their names. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_key, field: unknown) =>
    field !== null && typeof field === "object" && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1)))
      : field,
  );
}

function hash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
