/** The bytes of a body in an event log, packed and not. */
import { inflated, inPieces } from "./inflate.ts";

/** A body that events cite by its digest. */
export interface LoggedBody {
  readonly digest: string;
  /** Bytes of what is cited. */
  readonly size: number;
  /** As they stand in the file. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether those are gzipped. */
  readonly isPacked: boolean;
}

/** Those of a log, by the digest that events cite. */
export type LoggedBodies = ReadonlyMap<string, LoggedBody>;

export function byDigest(bodies: readonly LoggedBody[]): LoggedBodies {
  return new Map(bodies.map((body) => [body.digest, body]));
}

/** Bytes that are gzipped in one go: browsers do it on the thread that asks. */
const CHUNK = 64 * 1024;

/**
 * Gzips a chunk at a time.
 *
 * @param pause awaited after each chunk, so that who has other things to do can do them
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
 * The bytes that are cited, in chunks.
 *
 * @returns a reader that gives null after the last; it rejects where there are more than the log says, or they are
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
