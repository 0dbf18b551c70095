/** Problems of a read that may pass: the run is repeated. */
import type { Milliseconds } from "#events/entities/common.ts";
import type { Remedy } from "#events/entities/connector.ts";
import type { ConnectorError } from "../../connectors/contract.ts";

const PASSING: ReadonlySet<Remedy> = new Set<Remedy>([
  "connectionRefused",
  "rateLimited",
  "systemFailed",
  "timedOut",
]);
const REPEAT_AFTER: Milliseconds = 60_000;
/** The longest pause that a system may ask for. */
const MAX_PAUSE: Milliseconds = 3_600_000;

/** @returns the pause before the run is repeated; null: the problem does not pass. */
export function pauseAfter({ remedy, retryAfter }: ConnectorError): Milliseconds | null {
  if (retryAfter !== null) return Math.min(retryAfter, MAX_PAUSE);
  return PASSING.has(remedy) ? REPEAT_AFTER : null;
}
