/** Puts together what an export takes of the log. */
import type { Envelope } from "#events/kernel/event.ts";
import type { Projection } from "../projection.ts";
import type { SessionContent } from "./logStore.ts";
import {
  createPseudonyms,
  personalTexts,
  pseudonymizeCheckpoint,
  pseudonymizeEvent,
} from "./pseudonyms.ts";
import { statesAfter } from "./states.ts";
import type { LoggedSession } from "./writeLog.ts";

/**
 * The end of a session from a moment on, with the state that it begins in.
 *
 * @param since epoch milliseconds.
 */
export function sessionSince(
  session: SessionContent,
  since: number,
  projections: Iterable<Projection>,
): SessionContent {
  const count = session.events.findIndex(({ time }) => time >= since);
  const cut = count < 0 ? session.events.length : count;
  const last = session.events[cut - 1];
  if (!last) return session;
  const states = statesAfter(session, projections, cut);
  return {
    ...session,
    checkpoint: { seq: last.seq, time: last.time, states: Object.fromEntries(states) },
    personal: [...new Set([...session.personal, ...personalTexts(session.events.slice(0, cut))])],
    events: session.events.slice(cut),
  };
}

/** @param key random bytes of this export; null keeps the names as they are. */
export function redactSessions(
  sessions: readonly SessionContent[],
  key: Uint8Array | null,
): readonly LoggedSession[] {
  if (key === null) {
    return sessions.map(({ id, checkpoint, events }) => ({ id, checkpoint, events }));
  }
  const pseudonymOf = createPseudonyms(key);
  return sessions.map(({ id, checkpoint, personal, events }) => ({
    id,
    checkpoint: checkpoint && pseudonymizeCheckpoint(checkpoint, new Set(personal), pseudonymOf),
    events: events.map((event): Envelope => pseudonymizeEvent(event, pseudonymOf)),
  }));
}

/** A name that sorts by time and says what it is, in UTC. */
export function exportLogFileName(at: number): string {
  const stamp = new Date(at).toISOString().slice(0, 16).replaceAll(":", "").replace("T", "-");
  return `provision-log-${stamp}.ndjson.gz`;
}
