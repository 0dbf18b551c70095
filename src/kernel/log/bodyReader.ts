/** Reassembles blobs from the lines of an event log. */
import type { BodyLine } from "./format.ts";
import type { LoggedBody } from "./loggedBody.ts";

interface OpenBody {
  readonly digest: string;
  readonly size: number;
  readonly isPacked: boolean;
  /** Bytes still missing. */
  readonly length: number;
  /** Allocates memory for received bytes, not for announced ones. */
  parts: Uint8Array<ArrayBuffer>[];
  filled: number;
}

export interface BodyReader {
  begin(line: BodyLine["body"]): void;
  /**
   * Adds bytes to the blob that started last, in base64.
   * @returns whether they are valid.
   */
  take(part: string): boolean;
  /** Whether no bytes are missing. */
  isWhole(): boolean;
  /** The started blobs. */
  count(): number;
  /** Bytes of all so far. */
  bytes(): number;
  all(): readonly LoggedBody[];
}

export function createBodyReader(): BodyReader {
  const bodies: OpenBody[] = [];
  let sum = 0;
  return {
    begin({ digest, size, packed }) {
      const isPacked = packed !== undefined;
      bodies.push({ digest, size, isPacked, length: packed ?? size, parts: [], filled: 0 });
    },
    take(part) {
      const body = bodies.at(-1);
      const bytes = decodeBase64(part);
      if (!body || bytes === null || body.filled + bytes.length > body.length) return false;
      body.parts.push(bytes);
      body.filled += bytes.length;
      sum += bytes.length;
      if (body.filled === body.length) body.parts = [joined(body.parts, body.length)];
      return true;
    },
    isWhole() {
      const last = bodies.at(-1);
      return last === undefined || last.filled === last.length;
    },
    count: () => bodies.length,
    bytes: () => sum,
    all: () =>
      bodies.map(({ digest, size, isPacked, parts: [bytes = new Uint8Array()] }) => {
        return { digest, size, isPacked, bytes };
      }),
  };
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const characters = atob(text);
    const bytes = new Uint8Array(characters.length);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = characters.charCodeAt(at);
    return bytes;
  } catch {
    return null;
  }
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
