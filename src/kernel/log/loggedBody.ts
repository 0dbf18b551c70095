/** The bytes of a blob in an event log, gzipped or not. */
import { inflated, inPieces } from "./inflate.ts";

/** A blob that events reference by digest. */
export interface LoggedBody {
  readonly digest: string;
  /** Bytes of the referenced content. */
  readonly size: number;
  /** The bytes in the file. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether they are gzipped. */
  readonly isPacked: boolean;
}

/** A log's blobs by digest. */
export type LoggedBodies = ReadonlyMap<string, LoggedBody>;

export function byDigest(bodies: readonly LoggedBody[]): LoggedBodies {
  return new Map(bodies.map((body) => [body.digest, body]));
}

/** Bytes gzipped in one go, because browsers do it on the calling thread. */
const CHUNK = 64 * 1024;

/**
 * Gzips by chunk.
 *
 * @param pause awaited after each chunk, so that the caller can do other work
 */
export async function packBody(
  digest: string,
  blob: Blob,
  pause: () => Promise<unknown> | null = () => null,
): Promise<LoggedBody> {
  const { readable, writable } = new CompressionStream("gzip");
  const packed = new Response(readable).arrayBuffer();
  const writer = writable.getWriter();
  for (let at = 0; at < blob.size; at += CHUNK) {
    await writer.write(new Uint8Array(await blob.slice(at, at + CHUNK).arrayBuffer()));
    await pause();
  }
  await writer.close();
  return { digest, size: blob.size, bytes: new Uint8Array(await packed), isPacked: true };
}

/**
 * The referenced bytes in chunks.
 *
 * @returns a reader that gives null after the last; it rejects if there are more bytes than announced or they are
 * damaged.
 */
export function readBody({ size, bytes, isPacked }: LoggedBody) {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  const reader = (isPacked ? inflated(stream) : inPieces(stream)).getReader();
  let sum = 0;
  return async (): Promise<Uint8Array<ArrayBuffer> | null> => {
    const { value } = await reader.read();
    sum += value?.length ?? 0;
    if (sum > size) {
      void reader.cancel().catch(() => undefined);
      throw new Error("There are more bytes than the log says.");
    }
    return value ?? null;
  };
}
