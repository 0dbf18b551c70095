/** Transient errors of a read: the run is repeated. */
import type { Milliseconds } from "#events/entities/common.ts";
import type { Remedy } from "#events/entities/connector.ts";
import type { ConnectorError } from "../../connectors/contract.ts";

const TRANSIENT: ReadonlySet<Remedy> = new Set<Remedy>([
  "connectionRefused",
  "fileChanging",
  "rateLimited",
  "systemFailed",
  "timedOut",
]);
const REPEAT_AFTER: Milliseconds = 60_000;
/** The longest pause that a system may ask for. */
const MAX_PAUSE: Milliseconds = 3_600_000;

/** @returns the pause before the run is repeated; null if the error is not transient. */
export function pauseAfter({ remedy, retryAfter }: ConnectorError): Milliseconds | null {
  if (retryAfter !== null) return Math.min(retryAfter, MAX_PAUSE);
  return TRANSIENT.has(remedy) ? REPEAT_AFTER : null;
}
