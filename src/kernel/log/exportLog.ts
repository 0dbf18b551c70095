/** Assembles the export of a log in steps of one event, because a working day has a hundred thousand. */
import type { Envelope } from "#events/kernel/event.ts";
import type { Replacement } from "#events/kernel/redaction.ts";
import type { Projection } from "../projection.ts";
import { checkSteps } from "./checkReplay.ts";
import type { Checkpoint } from "./format.ts";
import type { SessionContent } from "./storedSession.ts";
import { versionsOf, withKnownStates } from "./checkpoints.ts";
import { unmasked, type MaskedCheckpoint } from "./masking.ts";
import { NO_OUTCOMES, type OutcomeCheck, type Outcomes } from "./outcomes.ts";
import {
  createMentions,
  createPseudonyms,
  createReplacement,
  personalTexts,
  pseudonymizeEvent,
} from "./pseudonyms.ts";
import { createFolder, FoldError, movedAsInApp } from "./states.ts";
import type { Steps } from "./steps.ts";
import { foldSession } from "./foldSession.ts";
import type { LoggedSession } from "./writeLog.ts";

/** The cut part of a session. */
type Cuttable = Pick<LoggedSession, "checkpoint" | "events" | "outcomes">;

/**
 * The end of a session from a time on, with its start state. A failing reducer keeps the previous state.
 *
 * @param since epoch milliseconds.
 */
export function* sessionSince<Session extends Cuttable>(
  session: Session,
  since: number,
  projections: Iterable<Projection>,
): Steps<Session> {
  const count = session.events.findIndex(({ time }) => time >= since);
  const cut = count < 0 ? session.events.length : count;
  const last = session.events[cut - 1];
  if (!last) return session;
  const all = [...projections];
  const folder = createFolder(
    all.map((one) => ({
      ...one,
      evolve: (state: unknown, event: Envelope) => movedAsInApp(one, state, event),
    })),
  );
  const states = folder.begin(session);
  for (const event of session.events.slice(0, cut)) {
    folder.step(states, event);
    yield;
  }
  const lost = session.checkpoint?.lost ?? [];
  const known = Object.fromEntries([...states].filter(([name]) => !lost.includes(name)));
  return {
    ...session,
    checkpoint: {
      seq: last.seq,
      time: last.time,
      states: known,
      versions: versionsOf(known, all),
      ...(lost.length > 0 && { lost }),
    },
    events: session.events.slice(cut),
    outcomes: outcomesSince(session.outcomes, last.seq),
  };
}

export interface Chosen {
  readonly session: SessionContent;
  /** Epoch milliseconds: only later events; null for all of them. */
  readonly since: number | null;
}

/**
 * The exported part of the chosen sessions. Names are replaced before a session is cut, so that its start state follows
 * from events without them.
 *
 * @param key random bytes of this export; null keeps the names.
 * @param projections all of this build.
 */
export function* exportedSessions(
  chosen: readonly Chosen[],
  key: Uint8Array | null,
  projections: Iterable<Projection>,
): Steps<readonly LoggedSession[]> {
  const all = [...projections];
  const pseudonymOf = key && createPseudonyms(key);
  const done: LoggedSession[] = [];
  for (const { session: kept, since } of chosen) {
    const { id } = kept;
    const session = withKnownStates(kept, all);
    const named = since === null ? session : yield* sessionSince(session, since, all);
    if (!pseudonymOf) {
      const { checkpoint, events, outcomes } = named;
      done.push({ id, checkpoint: checkpoint && asWritten(checkpoint), events, outcomes });
      continue;
    }
    const redacted = yield* redact(session, pseudonymOf);
    const cut = since === null ? redacted : yield* sessionSince(redacted, since, all);
    const isKnown = cut.checkpoint?.lost === undefined;
    const outcomes = isKnown ? yield* outcomesOrNone(redactOutcomes(named, cut, all)) : NO_OUTCOMES;
    done.push({ ...cut, outcomes });
  }
  return done;
}

/** A session that starts in another build's state cannot be folded, so only its events are exported. */
function* outcomesOrNone(steps: Steps<Outcomes>): Steps<Outcomes> {
  try {
    return yield* steps;
  } catch (error) {
    if (error instanceof FoldError) return NO_OUTCOMES;
    throw error;
  }
}

/** The session with pseudonyms; its outcomes are still those with names. */
function* redact(
  { id, checkpoint, personal: before, events, outcomes }: SessionContent,
  pseudonymOf: (text: string) => string,
): Steps<LoggedSession> {
  const personal = new Set(before);
  for (const event of events) {
    for (const text of personalTexts([event])) personal.add(text);
    yield;
  }
  const replacement = createReplacement(pseudonymOf, createMentions(personal, pseudonymOf));
  const redacted: Envelope[] = [];
  for (const event of events) {
    redacted.push(pseudonymizeEvent(event, replacement));
    yield;
  }
  const begins = checkpoint && withoutNames(checkpoint, before, replacement);
  return { id, checkpoint: begins, events: redacted, outcomes };
}

function withoutNames(
  checkpoint: MaskedCheckpoint,
  personal: readonly string[],
  replacement: Replacement,
): Checkpoint {
  const begins = asWritten(checkpoint);
  const states = unmasked(checkpoint, personal, replacement);
  if (states) return { ...begins, states };
  return { ...begins, states: {}, lost: [...(begins.lost ?? []), ...Object.keys(begins.states)] };
}

/** The file's form. */
function asWritten({ seq, time, states, versions, lost }: Checkpoint): Checkpoint {
  return { seq, time, states, ...(versions && { versions }), ...(lost && { lost }) };
}

/**
 * The outcomes of the events with replaced names: other states of the same history. From the first event at which this
 * build's replay differs from the recording, the recorded digests are kept, so that they still show the divergence. The
 * core receives no names, so its tables are unchanged.
 */
function* redactOutcomes(
  recorded: Cuttable,
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
  const walk = foldSession({ ...redacted, outcomes: recorded.outcomes }, projections);
  for (const { event, digest, check: take } of walk.steps) {
    hasDeparted ||= event.id === departs;
    const { seq } = event;
    const recordedDigest = recorded.outcomes.digests.get(seq);
    if (recordedDigest !== undefined) digests.set(seq, hasDeparted ? recordedDigest : digest);
    const recordedCheck = recordedChecks.get(seq);
    if (recordedCheck) {
      // Recorded values may contain names, and their pseudonymized form is unknown.
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

/** A descriptive name that sorts by time, in UTC. */
export function exportLogFileName(at: number): string {
  const stamp = new Date(at).toISOString().slice(0, 16).replaceAll(":", "").replace("T", "-");
  return `provision-log-${stamp}.ndjson.gz`;
}
