/**
 * Sends the role oids of a policy to the analytics core: the received buffers are transferred without reading them
 * here.
 */
import { notStarted, type Ask } from "./analytics.ts";
import { ownBuffer } from "./streamReport.ts";
import type { KeepBytes } from "./network.ts";

/** @param keepBody receives the bytes once the core holds them; without it no bytes are stored. */
export function createStreamPolicy(
  ask: Ask,
  keepBody: ((digest: string, bytes: Blob) => void) | null = null,
): KeepBytes {
  return async ({ read }) => {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    for (let piece = await read(); piece !== null; piece = await read()) {
      pieces.push(ownBuffer(piece));
    }
    const keeps = keepBody !== null;
    const reply = await ask("loadPolicy", pieces, keeps).catch(notStarted);
    if (!reply.ok) return reply;
    const { digest, size, bytes } = reply;
    if (bytes) keepBody?.(digest, bytes);
    return { ok: true, digest, size };
  };
}
