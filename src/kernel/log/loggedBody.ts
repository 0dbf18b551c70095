/** The bytes of a body in an event log, packed and not. */

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

/** Gzips as the bytes come, a chunk at a time. */
export async function packBody(digest: string, blob: Blob): Promise<LoggedBody> {
  const packed = blob.stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  return { digest, size: blob.size, bytes, isPacked: true };
}

/**
 * The bytes that are cited, in chunks.
 *
 * @returns a reader that gives null after the last; it rejects where there are more than the log says, or they are
 * damaged.
 */
export function readBody({ size, bytes, isPacked }: LoggedBody) {
  const stream = new Blob([bytes]).stream();
  const reader = (
    isPacked ? stream.pipeThrough(new DecompressionStream("gzip")) : stream
  ).getReader();
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
