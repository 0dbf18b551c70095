/** Events for a stored log. */
import { minutePassed } from "#events/actions/app.ts";
import type { Envelope } from "#events/kernel/event.ts";
import type { OwnSession } from "#src/kernel/log/logStore.ts";

export const START = Date.UTC(2026, 2, 2, 9);
export const HOUR = 3_600_000;
/** A user's hash. */
export const ANN = "a0";
/** The user's key. */
export const KEY = new Uint8Array(32).fill(1);

/** The user's session. */
export function own(id: string): OwnSession {
  return { id, build: "0.1.0", user: ANN, key: KEY };
}
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
