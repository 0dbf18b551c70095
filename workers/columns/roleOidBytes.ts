/** UUID text to bytes: 36 characters in lower case, dashes at 8, 13, 18 and 23. */

const UUID_LENGTH = 36;
const DASH = 0x2d;
const NOT_HEX = 0xff;

const nibbles = new Uint8Array(256).fill(NOT_HEX);
for (let value = 0; value < 16; value++) nibbles[value.toString(16).charCodeAt(0)] = value;

/**
 * Writes the UUID whose text is `source[start .. end)` as 16 bytes at `target[at]`.
 * False, with `target` undefined there, when the text is not a UUID in lower case: only that form comes back unchanged.
 */
export function writeUuid(
  source: Uint8Array,
  start: number,
  end: number,
  target: Uint8Array,
  at: number,
): boolean {
  if (end - start !== UUID_LENGTH) return false;
  let from = start;
  for (let byte = 0; byte < 16; byte++) {
    if (byte === 4 || byte === 6 || byte === 8 || byte === 10) {
      if (source[from++] !== DASH) return false;
    }
    const high = nibbles[source[from++] as number] as number;
    const low = nibbles[source[from++] as number] as number;
    if (high === NOT_HEX || low === NOT_HEX) return false;
    target[at + byte] = (high << 4) | low;
  }
  return true;
}
