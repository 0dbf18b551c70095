/**
 * Encryption of the stored log: XChaCha20-Poly1305, each time with a random nonce. It is synchronous, because neither an
 * ending page nor an open transaction of IndexedDB can wait. WebCrypto cannot, and is missing on plain HTTP.
 */
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { randomBytes } from "@noble/hashes/utils.js";
import { bytesOfBase64 } from "./base64.ts";

const KEY_LENGTH = 32;
const VERSION = 1;
const NONCE_LENGTH = 24;
const TAG_LENGTH = 16;
const HEAD_LENGTH = 1 + NONCE_LENGTH;

/** A user's key, which no browser stores. */
export type LogKey = Uint8Array;

/** Text that was encrypted with another key, for another context, or that was changed. */
export class SealBroken extends Error {
  override readonly name = "SealBroken";
}

/** @returns null for text that is no key. */
export function readLogKey(base64: string | null): LogKey | null {
  try {
    const bytes = bytesOfBase64(base64 ?? "");
    return bytes.length === KEY_LENGTH ? bytes : null;
  } catch {
    return null;
  }
}

/** @param context where the text belongs, such as its record's key; another context cannot decrypt it. */
export function seal(key: LogKey, context: string, text: string): Uint8Array<ArrayBuffer> {
  const plain = new TextEncoder().encode(text);
  const sealed = new Uint8Array(HEAD_LENGTH + plain.length + TAG_LENGTH);
  const nonce = randomBytes(NONCE_LENGTH);
  sealed[0] = VERSION;
  sealed.set(nonce, 1);
  sealed.set(cipherOf(key, nonce, context).encrypt(plain), HEAD_LENGTH);
  return sealed;
}

/** @throws SealBroken if the text cannot be decrypted. */
export function unseal(key: LogKey, context: string, sealed: Uint8Array): string {
  try {
    if (sealed[0] !== VERSION) throw new Error("Not sealed");
    const nonce = sealed.subarray(1, HEAD_LENGTH);
    const plain = cipherOf(key, nonce, context).decrypt(sealed.subarray(HEAD_LENGTH));
    return new TextDecoder().decode(plain);
  } catch (cause) {
    throw new SealBroken("A part of the log cannot be decrypted", { cause });
  }
}

function cipherOf(key: LogKey, nonce: Uint8Array, context: string) {
  return xchacha20poly1305(key, nonce, new TextEncoder().encode(context));
}
