/**
 * Streams the body of a reply to the analytics core: each chunk's own buffer is transferred without copying or reading
 * it here. One message is in flight at a time, and chunks that arrive meanwhile go with the next.
 */
import type { LoadFailure } from "#workers/analytics/contract.ts";
import { notStarted, type Ask } from "./analytics.ts";
import type { KeepBytes } from "./network.ts";

/** Maximum bytes waiting for the core; above it reading stops, which applies backpressure to the server. */
const MAX_WAITING = 1 << 22;

/** @param keepBody receives the bytes once they are the current report; without it no bytes are stored. */
export function createStreamReport(
  ask: Ask,
  keepBody: ((digest: string, bytes: Blob) => void) | null = null,
): KeepBytes {
  return async (body, signal, progressed) => {
    const load = await ask("beginLoad", keepBody !== null).catch(notStarted);
    if (typeof load !== "number") return load;
    const cancel = () => void ask("cancelLoad", load);
    signal.addEventListener("abort", cancel);
    let soFar = { bytes: 0, rows: 0 };
    const send = async (chunks: readonly Chunk[]) => {
      const reply = await ask("loadChunks", load, chunks);
      if (!reply.ok) return reply;
      soFar = { bytes: reply.bytes, rows: reply.rows };
      progressed({ ...soFar, arrived: false });
      return null;
    };
    try {
      const failure = await pass(body.read, send);
      if (failure) return failure;
      progressed({ ...soFar, arrived: true });
      // Awaited even after cancelling, because only the core knows whether the report has become current.
      const reply = await ask("endLoad", load);
      if (reply.ok && keepBody !== null) void handOver(reply.digest, keepBody);
      return reply;
    } catch (error) {
      cancel();
      throw error;
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  };

  async function handOver(digest: string, keep: (digest: string, bytes: Blob) => void) {
    const bytes = await ask("takeBytes", digest).catch(() => null);
    if (bytes) keep(digest, bytes);
  }
}

type Chunk = Uint8Array<ArrayBuffer>;

/** Reads to the end and sends everything in order, as lists of received chunks; stops at the first failure. */
async function pass(
  read: () => Promise<Chunk | null>,
  send: (chunks: readonly Chunk[]) => Promise<LoadFailure | null>,
): Promise<LoadFailure | null> {
  let waiting: Chunk[] = [];
  let pendingBytes = 0;
  let sending: Promise<void> | null = null;
  let makeRoom = () => {};
  let over: { readonly failure: LoadFailure } | { readonly error: unknown } | null = null;

  const sendWaiting = async () => {
    while (waiting.length > 0 && over === null) {
      const chunks = waiting;
      waiting = [];
      pendingBytes = 0;
      makeRoom();
      try {
        const failure = await send(chunks);
        if (failure) over = { failure };
      } catch (error) {
        over = { error };
      }
    }
    makeRoom();
    sending = null;
  };

  const stopped = () => over;
  for (let chunk = await read(); chunk !== null && !stopped(); chunk = await read()) {
    waiting.push(ownBuffer(chunk));
    pendingBytes += chunk.length;
    sending ??= sendWaiting();
    if (pendingBytes >= MAX_WAITING) await new Promise<void>((resolve) => (makeRoom = resolve));
  }
  await sending;
  const end = stopped();
  if (end === null) return null;
  if ("error" in end) throw end.error;
  return end.failure;
}

/** Browser chunks have a buffer each; a view of part of one must not transfer the rest. */
export function ownBuffer(chunk: Chunk): Chunk {
  return chunk.byteLength === chunk.buffer.byteLength ? chunk : chunk.slice();
}
