/** The blobs that events reference by digest. */
import { ALL_CALLS } from "#events/catalogue.ts";
import type { BytesDigest } from "#events/kernel/call.ts";
import type { Envelope } from "#events/kernel/event.ts";

const REPLIES: ReadonlySet<string> = new Set(
  ALL_CALLS.filter(({ reply }) => reply === "bytes").map(({ succeeded }) => succeeded.type),
);

/** Each once, in the order of the events. */
export function referencedBlobs(events: Iterable<Envelope>): readonly BytesDigest[] {
  const found = new Map<string, BytesDigest>();
  for (const { type, payload } of events) {
    if (!REPLIES.has(type)) continue;
    const { status, body } = payload as { readonly status: number; readonly body: BytesDigest };
    if (status === 200) found.set(body.digest, { digest: body.digest, size: body.size });
  }
  return [...found.values()];
}
