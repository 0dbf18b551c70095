/** Puts together what an export takes of the log. */
import type { Envelope } from "#events/kernel/event.ts";
import type { Projection } from "../projection.ts";
import { checkReplay } from "./checkReplay.ts";
import type { SessionContent } from "./logStore.ts";
import type { Outcomes } from "./outcomes.ts";
import {
  createPseudonyms,
  personalTexts,
  pseudonymizeCheckpoint,
  pseudonymizeEvent,
} from "./pseudonyms.ts";
import { statesAfter } from "./states.ts";
import { walkSession } from "./walkSession.ts";
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
    outcomes: outcomesSince(session.outcomes, last.seq),
  };
}

/**
 * @param key random bytes of this export; null keeps the names as they are.
 * @param projections all of this build.
 */
export function redactSessions(
  sessions: readonly SessionContent[],
  key: Uint8Array | null,
  projections: Iterable<Projection>,
): readonly LoggedSession[] {
  if (key === null) {
    return sessions.map(({ id, checkpoint, events, outcomes }) => ({
      id,
      checkpoint,
      events,
      outcomes,
    }));
  }
  const all = [...projections];
  const pseudonymOf = createPseudonyms(key);
  return sessions.map((session) => {
    const { id, checkpoint, personal, events } = session;
    const redacted = {
      id,
      checkpoint: checkpoint && pseudonymizeCheckpoint(checkpoint, new Set(personal), pseudonymOf),
      events: events.map((event): Envelope => pseudonymizeEvent(event, pseudonymOf)),
    };
    return { ...redacted, outcomes: redactOutcomes(session, redacted, all) };
  });
}

/**
 * What the events lead to once names are replaced: other states of the same history. From the event on where this
 * build's replay departs from what was recorded the recorded digests stay, and go on telling of it.
 */
function redactOutcomes(
  recorded: SessionContent,
  redacted: Pick<LoggedSession, "checkpoint" | "events">,
  projections: readonly Projection[],
): Outcomes {
  const { divergence } = checkReplay(recorded, projections);
  const digests = new Map(recorded.outcomes.digests);
  const checks = new Map(recorded.outcomes.checks.map((check) => [check.seq, check]));
  for (const { event, digest, stateDigests } of walkSession(redacted, projections).steps) {
    if (event.id === divergence?.event.id) break;
    if (digests.has(event.seq)) digests.set(event.seq, digest);
    if (checks.has(event.seq)) checks.set(event.seq, { seq: event.seq, states: stateDigests() });
  }
  return { digests, checks: [...checks.values()] };
}

function outcomesSince({ digests, checks }: Outcomes, after: number): Outcomes {
  return {
    digests: new Map([...digests].filter(([seq]) => seq > after)),
    checks: checks.filter(({ seq }) => seq > after),
  };
}

/** A name that sorts by time and says what it is, in UTC. */
export function exportLogFileName(at: number): string {
  const stamp = new Date(at).toISOString().slice(0, 16).replaceAll(":", "").replace("T", "-");
  return `provision-log-${stamp}.ndjson.gz`;
}
