/** The body of an answer as it arrives, each chunk awaited for a limited time. */
import type { RunningTransfer } from "./transfers.ts";

/** What `read` rejects with, whatever the reason: see `cause`. */
export class BodyBroken extends Error {}

export interface ReplyBody {
  /** Bytes of the whole, where the server says so; null where it does not, or compresses them on the way. */
  readonly size: number | null;
  /** The next bytes; null after the last. Rejects with `BodyBroken` when they break off. */
  readonly read: () => Promise<Uint8Array<ArrayBuffer> | null>;
  /** Whatever still comes is of no use. */
  readonly cancel: () => void;
}

/** @param stall how long a chunk may be awaited, in milliseconds */
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
      // It may have broken off meanwhile, which does not matter any more.
      reader?.cancel().catch(() => {});
    },
  };
}

function sizeOf(headers: Headers): number | null {
  const length = headers.get("content-length");
  return length === null || headers.has("content-encoding") ? null : Number(length);
}

/** All that is left of a body. */
export async function readToEnd({ read }: ReplyBody): Promise<ArrayBuffer> {
  const chunks: BlobPart[] = [];
  for (let chunk = await read(); chunk !== null; chunk = await read()) chunks.push(chunk);
  return new Blob(chunks).arrayBuffer();
}

/** Ends the request when the work takes longer; rejects when the request was ended, for whatever reason. */
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
