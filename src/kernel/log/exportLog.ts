/** Puts together what an export takes of the log, in steps of one event: a working day has a hundred thousand. */
import type { Envelope } from "#events/kernel/event.ts";
import type { Projection } from "../projection.ts";
import { checkSteps } from "./checkReplay.ts";
import type { SessionContent } from "./keptSession.ts";
import type { OutcomeCheck, Outcomes } from "./outcomes.ts";
import {
  createMentions,
  createPseudonyms,
  personalTexts,
  pseudonymizeCheckpoint,
  pseudonymizeEvent,
} from "./pseudonyms.ts";
import { createFolder } from "./states.ts";
import type { Steps } from "./steps.ts";
import { walkSession } from "./walkSession.ts";
import type { LoggedSession } from "./writeLog.ts";

/**
 * The end of a session from a moment on, with the state that it begins in.
 *
 * @param since epoch milliseconds.
 */
export function* sessionSince(
  session: SessionContent,
  since: number,
  projections: Iterable<Projection>,
): Steps<SessionContent> {
  const count = session.events.findIndex(({ time }) => time >= since);
  const cut = count < 0 ? session.events.length : count;
  const last = session.events[cut - 1];
  if (!last) return session;
  const folder = createFolder(projections);
  const states = folder.begin(session);
  const personal = new Set(session.personal);
  for (const event of session.events.slice(0, cut)) {
    folder.step(states, event);
    for (const text of personalTexts([event])) personal.add(text);
    yield;
  }
  return {
    ...session,
    checkpoint: { seq: last.seq, time: last.time, states: Object.fromEntries(states) },
    personal: [...personal],
    events: session.events.slice(cut),
    outcomes: outcomesSince(session.outcomes, last.seq),
  };
}

/**
 * @param key random bytes of this export; null keeps the names as they are.
 * @param projections all of this build.
 */
export function* redactSessions(
  sessions: readonly SessionContent[],
  key: Uint8Array | null,
  projections: Iterable<Projection>,
): Steps<readonly LoggedSession[]> {
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
  const done: LoggedSession[] = [];
  for (const session of sessions) {
    const { id } = session;
    const personal = new Set(session.personal);
    const checkpoint =
      session.checkpoint &&
      pseudonymizeCheckpoint(session.checkpoint, createMentions(personal, pseudonymOf));
    for (const event of session.events) {
      for (const text of personalTexts([event])) personal.add(text);
      yield;
    }
    const replacement = { personal: pseudonymOf, sentence: createMentions(personal, pseudonymOf) };
    const events: Envelope[] = [];
    for (const event of session.events) {
      events.push(pseudonymizeEvent(event, replacement));
      yield;
    }
    const outcomes = yield* redactOutcomes(session, { checkpoint, events }, all);
    done.push({ id, checkpoint, events, outcomes });
  }
  return done;
}

/**
 * What the events lead to once names are replaced: other states of the same history. From the event on where this
 * build's replay departs from what was recorded the recorded digests stay, and go on telling of it. The core is told no
 * names, so that what it shows stays the same.
 */
function* redactOutcomes(
  recorded: SessionContent,
  redacted: Pick<LoggedSession, "checkpoint" | "events">,
  projections: readonly Projection[],
): Steps<Outcomes> {
  const check = checkSteps(recorded, projections);
  let step = check.next();
  for (; !step.done; step = check.next()) yield;
  const departs = step.value.divergence?.event.id;
  const recordedChecks = new Map(recorded.outcomes.checks.map((one) => [one.seq, one]));
  const digests = new Map<number, string>();
  const checks: OutcomeCheck[] = [];
  let hasDeparted = false;
  for (const { event, digest, check: take } of walkSession(redacted, projections).steps) {
    hasDeparted ||= event.id === departs;
    const { seq } = event;
    const recordedDigest = recorded.outcomes.digests.get(seq);
    if (recordedDigest !== undefined) digests.set(seq, hasDeparted ? recordedDigest : digest);
    const recordedCheck = recordedChecks.get(seq);
    if (recordedCheck) {
      // Its values may hold names, and what they would be without is not known.
      checks.push(hasDeparted ? { ...recordedCheck, values: {} } : { seq, ...take() });
    }
    yield;
  }
  return { digests, checks, visible: recorded.outcomes.visible };
}

function outcomesSince({ digests, checks, visible }: Outcomes, after: number): Outcomes {
  return {
    digests: new Map([...digests].filter(([seq]) => seq > after)),
    checks: checks.filter(({ seq }) => seq > after),
    visible: visible.filter(({ seq }) => seq > after),
  };
}

/** A name that sorts by time and says what it is, in UTC. */
export function exportLogFileName(at: number): string {
  const stamp = new Date(at).toISOString().slice(0, 16).replaceAll(":", "").replace("T", "-");
  return `provision-log-${stamp}.ndjson.gz`;
}
