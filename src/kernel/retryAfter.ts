/** What the server answers to whoever asks too often, and when the same may be asked again. */
import type { AnyCall } from "#events/kernel/call.ts";
import type { Milliseconds } from "#events/entities/common.ts";

const TOO_MANY_REQUESTS = 429;
/** Nobody is left waiting for longer without being told why. */
const MAX_PAUSE: Milliseconds = 15_000;

/** @returns after which time a question that changes nothing is worth asking again; null where it is not. */
export function pauseAfter(
  { method }: AnyCall,
  { status, headers }: Pick<Response, "status" | "headers">,
): Milliseconds | null {
  if (method !== "GET" || status !== TOO_MANY_REQUESTS) return null;
  const pause = Number(headers.get("retry-after") ?? NaN) * 1000;
  return pause >= 0 && pause <= MAX_PAUSE ? pause : null;
}
