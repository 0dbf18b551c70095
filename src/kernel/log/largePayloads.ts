/** Payloads that are too large to stand in every event that has them: a log keeps each once and cites it. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** Characters of JSON up to which a payload stands in its event. */
const INLINE = 64 * 1024;

/** @param text a payload as JSON. */
export function isLarge(text: string): boolean {
  return text.length > INLINE;
}

/** SHA-256 in hex. */
export function digestOfText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
