/**
 * SHA-256 in hex. The platform's own implementation is several times faster, but is available only on TLS pages and
 * localhost.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** Bytes of a piece. */
const PIECE = 1 << 23;

async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return bytesToHex(await hash(bytes));
}

/**
 * The digest of bytes in chunks, which the platform cannot hash incrementally: for more than PIECE bytes the SHA-256 of
 * the concatenated SHA-256 of each PIECE; for fewer their SHA-256. It is independent of the chunks.
 */
export class ChunkDigest {
  private piece = new Uint8Array(PIECE);
  private length = 0;
  private readonly hashes: Promise<Uint8Array>[] = [];
  private readonly took: (piece: Uint8Array<ArrayBuffer>) => void;

  /** @param took receives each complete piece in order, and must not retain it. */
  constructor(took: (piece: Uint8Array<ArrayBuffer>) => void = () => {}) {
    this.took = took;
  }

  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;) {
      if (this.length === PIECE) {
        this.took(this.piece);
        this.hashes.push(hash(this.piece));
        this.piece = new Uint8Array(PIECE);
        this.length = 0;
      }
      const part = chunk.subarray(at, at + PIECE - this.length);
      this.piece.set(part, this.length);
      this.length += part.length;
      at += part.length;
    }
  }

  async finish(): Promise<string> {
    const last = this.piece.subarray(0, this.length);
    this.took(last);
    if (this.hashes.length === 0) return digestOf(last);
    const hashes = await Promise.all([...this.hashes, hash(last)]);
    const joined = new Uint8Array(hashes.length * 32);
    for (const [index, one] of hashes.entries()) joined.set(one, index * 32);
    return digestOf(joined);
  }
}

async function hash(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return sha256(bytes);
  return new Uint8Array(await subtle.digest("SHA-256", bytes));
}
