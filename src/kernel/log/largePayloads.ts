/** Large payloads that recur in events: a log stores each once and references it. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** Maximum JSON characters of a payload that is stored in its event. */
const INLINE = 64 * 1024;

/** @param text a payload as JSON. */
export function isLarge(text: string): boolean {
  return text.length > INLINE;
}

/** SHA-256 in hex. */
export function digestOfText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
