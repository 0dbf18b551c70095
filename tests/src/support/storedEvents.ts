/** Events for a stored log. */
import { minutePassed } from "#events/actions/app.ts";
import type { Envelope } from "#events/kernel/event.ts";

export const START = Date.UTC(2026, 2, 2, 9);
export const HOUR = 3_600_000;
/** A user's hash. */
export const ANN = "a0";
/** Bytes of blobs: as many as exist. */
export const BODIES = 1e9;

/** One per millisecond. */
export function eventsOf(session: string, first: number, count: number, time = START): Envelope[] {
  return Array.from({ length: count }, (_, at) => ({
    ...minutePassed({}),
    seq: first + at,
    id: `${session}-${first + at}`,
    session,
    time: time + at,
    cause: null,
  }));
}
