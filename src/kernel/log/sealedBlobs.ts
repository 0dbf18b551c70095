/**
 * Encryption of stored blobs, such as mining reports of hundreds of megabytes: AES-256-GCM of WebCrypto in pieces, because
 * the ciphers of `sealing.ts` would block the page for seconds. The key is derived from the user's log key.
 */
import { SealBroken, type LogKey } from "./sealing.ts";

const PIECE = 4 * 1024 * 1024;
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;
const SEALED_PIECE = NONCE_LENGTH + PIECE + TAG_LENGTH;

/** False on plain HTTP, where browsers offer no WebCrypto. */
export function canSealBlobs(): boolean {
  return (globalThis.crypto as Partial<Crypto>).subtle !== undefined;
}

/** @param context where the blob belongs, such as its digest; another context cannot decrypt it. */
export async function sealBlob(key: LogKey, context: string, plain: Blob): Promise<Blob> {
  const cipher = await cipherOf(key);
  // An empty blob has a piece, too.
  const count = Math.max(1, Math.ceil(plain.size / PIECE));
  return mapPieces(plain, PIECE, count, async (piece, at) => {
    const iv = crypto.getRandomValues(new Uint8Array(NONCE_LENGTH));
    const additionalData = placeOf(context, at, count);
    return [
      iv,
      await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData }, cipher, piece),
    ];
  });
}

/** @throws SealBroken for another key or context, and for a changed, incomplete or reordered blob. */
export async function unsealBlob(key: LogKey, context: string, sealed: Blob): Promise<Blob> {
  const cipher = await cipherOf(key);
  const count = Math.ceil(sealed.size / SEALED_PIECE);
  if (count === 0) throw new SealBroken("A report of the log cannot be decrypted");
  return mapPieces(sealed, SEALED_PIECE, count, async (piece, at) => {
    const iv = piece.slice(0, NONCE_LENGTH);
    const additionalData = placeOf(context, at, count);
    const bytes = crypto.subtle
      .decrypt({ name: "AES-GCM", iv, additionalData }, cipher, piece.slice(NONCE_LENGTH))
      .catch((cause: unknown) => {
        throw new SealBroken("A report of the log cannot be decrypted", { cause });
      });
    return [await bytes];
  });
}

/** One piece after the other. Each becomes a blob at once, so that the page holds few of the bytes. */
async function mapPieces(
  blob: Blob,
  size: number,
  count: number,
  map: (piece: ArrayBuffer, at: number) => Promise<BlobPart[]>,
): Promise<Blob> {
  const parts: Blob[] = [];
  for (let at = 0; at < count; at += 1) {
    const piece = await blob.slice(at * size, (at + 1) * size).arrayBuffer();
    parts.push(new Blob(await map(piece, at)));
  }
  return new Blob(parts);
}

function placeOf(context: string, at: number, count: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${context} ${at} of ${count}`);
}

async function cipherOf(key: LogKey): Promise<CryptoKey> {
  const { subtle } = crypto;
  const secret = await subtle.importKey("raw", Uint8Array.from(key), "HKDF", false, ["deriveKey"]);
  return subtle.deriveKey(
    {
      name: "HKDF",
      hash: "SHA-256",
      salt: new Uint8Array(),
      info: new TextEncoder().encode("blobs"),
    },
    secret,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}
