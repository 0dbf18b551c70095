/** The server's rate limit answer, and when the request may be repeated. */
import type { AnyCall } from "#events/kernel/call.ts";
import type { Milliseconds } from "#events/entities/common.ts";

const TOO_MANY_REQUESTS = 429;
/** Longer waits are reported to the user. */
const MAX_PAUSE: Milliseconds = 15_000;

/** @returns the delay after which a read-only request is worth repeating; null if it is not. */
export function pauseAfter(
  { method }: AnyCall,
  { status, headers }: Pick<Response, "status" | "headers">,
): Milliseconds | null {
  if (method !== "GET" || status !== TOO_MANY_REQUESTS) return null;
  const pause = Number(headers.get("retry-after") ?? NaN) * 1000;
  return pause >= 0 && pause <= MAX_PAUSE ? pause : null;
}
