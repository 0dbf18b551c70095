/** Base64 of bytes. */

/** Characters per call: more arguments than an engine accepts would throw. */
const PIECE = 0x8000;

export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += PIECE) {
    binary += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  }
  return btoa(binary);
}

/** @throws DOMException for other text. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (digit) => digit.charCodeAt(0));
}
