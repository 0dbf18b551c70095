/**
 * Hands the body of a reply to the analytics core while it arrives: each chunk's own buffer is transferred, so that
 * nothing is copied or read here. One message is on its way at a time, and what arrives meanwhile goes with the next.
 */
import type { LoadFailure } from "#workers/analytics/contract.ts";
import { notStarted, type Ask } from "./analytics.ts";
import type { KeepBytes } from "./network.ts";

/** Bytes that wait for the core at most; then none are read, and the server has to wait. */
const MAX_WAITING = 1 << 22;

/** @param keepBody is given what arrived, once it is the current report; without it no bytes are kept. */
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
      // Awaited though it may be cancelled: only the core knows whether the report is the current one by then.
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

/** Reads to the end and sends all of it in order, as lists of what has arrived; ends early with the first failure. */
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

/** Chunks of a browser have one each; a view of a part of one must not take the rest along. */
export function ownBuffer(chunk: Chunk): Chunk {
  return chunk.byteLength === chunk.buffer.byteLength ? chunk : chunk.slice();
}
