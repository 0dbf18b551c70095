/** Conversion between UUID texts and bytes: 36 characters in lower case, dashes at 8, 13, 18 and 23. */

export const UUID_LENGTH = 36;
const DASH = 0x2d;
const NOT_HEX = 0xff;

const nibbles = new Uint8Array(256).fill(NOT_HEX);
for (let value = 0; value < 16; value++) nibbles[value.toString(16).charCodeAt(0)] = value;

/**
 * Writes the UUID with the text `source[start .. end)` as 16 bytes at `target[at]`. False, with `target` undefined
 * there, if the text is not a lower-case UUID, because only that form round-trips.
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

const digits = new TextEncoder().encode("0123456789abcdef");

/**
 * Writes the text of the UUID `source[start .. start + 16)` at `target[at]`, where there must be room; returns its end.
 */
export function writeUuidText(
  source: Uint8Array,
  start: number,
  target: Uint8Array,
  at: number,
): number {
  let to = at;
  for (let place = 0; place < 16; place++) {
    if (place === 4 || place === 6 || place === 8 || place === 10) target[to++] = DASH;
    const byte = source[start + place] as number;
    target[to++] = digits[byte >>> 4] as number;
    target[to++] = digits[byte & 15] as number;
  }
  return to;
}
