/** The body of an answer as it arrives, with a timeout for each chunk. */
import type { RunningTransfer } from "./transfers.ts";

/** `read` always rejects with it; see `cause` for the reason. */
export class BodyBroken extends Error {}

export interface ReplyBody {
  /** Total bytes if the server reports them; null if it does not, or if the body is compressed. */
  readonly size: number | null;
  /** The next bytes; null after the last. Rejects with `BodyBroken` if the body breaks off. */
  readonly read: () => Promise<Uint8Array<ArrayBuffer> | null>;
  /** Discards the rest. */
  readonly cancel: () => void;
}

/** @param stall timeout for a chunk, in milliseconds */
export function readBody(
  stream: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  headers: Headers,
  running: RunningTransfer,
  stall: number,
): ReplyBody {
  const reader = stream?.getReader();
  return {
    size: sizeOf(headers),
    read: async () => {
      if (!reader) return null;
      const { value } = await inTime(reader.read(), running, stall).catch((error: unknown) => {
        throw new BodyBroken("The body broke off", { cause: error });
      });
      return value ?? null;
    },
    cancel: () => {
      // It may have failed meanwhile, which no longer matters.
      reader?.cancel().catch(() => {});
    },
  };
}

function sizeOf(headers: Headers): number | null {
  const length = headers.get("content-length");
  return length === null || headers.has("content-encoding") ? null : Number(length);
}

/** The rest of a body. */
export async function readToEnd({ read }: ReplyBody): Promise<ArrayBuffer> {
  const chunks: BlobPart[] = [];
  for (let chunk = await read(); chunk !== null; chunk = await read()) chunks.push(chunk);
  return new Blob(chunks).arrayBuffer();
}

/** Aborts the request when the work takes longer; rejects when the request was aborted for any reason. */
export async function inTime<Result>(
  work: Promise<Result>,
  running: RunningTransfer,
  milliseconds: number,
): Promise<Result> {
  const { signal } = running;
  const timer = setTimeout(
    () => running.abort(new DOMException("Too late", "TimeoutError")),
    milliseconds,
  );
  let stop = () => {};
  const ended = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as DOMException);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop);
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}
