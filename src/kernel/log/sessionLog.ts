/** The log of one session of this tab during recording: its events and outcomes, stored and in memory. */
import type { Envelope } from "#events/kernel/event.ts";
import {
  createLogWriter,
  type LogWriter,
  type LogWriterPorts,
  type SessionBegin,
} from "./logWriter.ts";
import type { SessionContent } from "./storedSession.ts";
import type { OwnSession } from "./logStore.ts";
import { createMasker, type MaskerPorts, type Snapshot } from "./masking.ts";
import type { Projection } from "../projection.ts";
import type { RecordedOutcome } from "./stateDigests.ts";
import { createDigestWriter, type DigestWriterPorts } from "./digestWriter.ts";
import type { OutcomeBatch } from "./outcomes.ts";
import type { LogKey } from "./sealing.ts";

export interface SessionLogPorts
  extends
    Omit<LogWriterPorts, "session" | "snapshot">,
    Omit<MaskerPorts, "begins">,
    Pick<DigestWriterPorts, "idle" | "visible"> {
  readonly id: string;
  readonly build: string;
  /** Holds the session against other tabs until the returned function is called. */
  readonly hold: (id: string) => () => void;
  /** The states of all projections after the newest event, in JSON form. */
  readonly states: () => Readonly<Record<string, unknown>>;
}

export interface SessionOwner {
  /** The user's hash. */
  readonly user: string;
  /** Null if the server gave none, or the session has ended and is written. */
  readonly key: LogKey | null;
}

/** Data not confirmed as written. */
export interface Unwritten {
  readonly begins: SessionBegin | null;
  readonly events: readonly Envelope[];
  readonly outcomes: readonly OutcomeBatch[];
}

export interface SessionLog {
  readonly id: string;
  push(event: Envelope): void;
  note(outcome: RecordedOutcome): void;
  shown(): void;
  /** Assigns the session to a user, who signed in or got another answer about themselves. */
  belongsTo(owner: SessionOwner): void;
  /** Null until somebody has signed in. */
  owner(): SessionOwner | null;
  unwritten(): Unwritten;
  /** After its newest event. */
  snapshot(): Snapshot;
  /** @param events all of its events. */
  content(events: readonly Envelope[]): SessionContent;
  /** Another session starts with these states, and nothing more is recorded in this one. */
  end(states: Readonly<Record<string, unknown>>): void;
  readonly flush: LogWriter["flush"];
  readonly isKeeping: LogWriter["isKeeping"];
  readonly store: LogWriter["store"];
}

export function createSessionLog(ports: SessionLogPorts): SessionLog {
  const { id, build, begins } = ports;
  const release = ports.hold(id);
  let owner: SessionOwner | null = null;
  const session = (): OwnSession | null =>
    owner?.key ? { id, build, user: owner.user, key: owner.key } : null;
  const masker = createMasker(ports);
  let states = ports.states;
  const snapshot = () => masker.snapshot(states());
  const keeper = createLogWriter({ ...ports, session, snapshot });
  let isMaskDue = false;
  const outcomes = createDigestWriter({
    ...ports,
    begins: statesIn(begins?.checkpoint.states ?? {}, ports.projections().values()),
    write: keeper.pushOutcomes,
  });
  return {
    id,
    push(event) {
      keeper.push(event);
      masker.push(event);
      if (isMaskDue) return;
      isMaskDue = true;
      void ports.idle().then(() => {
        isMaskDue = false;
        masker.catchUp();
      });
    },
    note: outcomes.push,
    shown: outcomes.shown,
    belongsTo(one) {
      // A later answer of an older server has no key.
      owner = { user: one.user, key: one.key ?? owner?.key ?? null };
      keeper.begin();
    },
    owner: () => owner,
    unwritten: () => ({
      begins: keeper.lacksBegin() ? begins : null,
      events: keeper.unwritten(),
      outcomes: outcomes.unwritten(),
    }),
    snapshot,
    content: (events) => ({
      id,
      build,
      checkpoint: begins?.checkpoint ?? null,
      personal: begins?.personal ?? [],
      events,
      outcomes: outcomes.all(),
    }),
    end(last) {
      states = () => last;
      // Takes what is due with the last batch immediately. The outcomes of its events follow in idle time.
      void keeper
        .flush()
        .then(ports.idle)
        .then(() => {
          outcomes.unwritten();
          return keeper.end();
        })
        .finally(() => {
          // The key leaves with the session.
          owner = owner && { user: owner.user, key: null };
          release();
        });
      masker.end();
    },
    flush: keeper.flush,
    isKeeping: keeper.isKeeping,
    store: keeper.store,
  };
}

/** A session's start states, of all projections. */
function statesIn(
  states: Readonly<Record<string, unknown>>,
  projections: Iterable<Projection>,
): ReadonlyMap<string, unknown> {
  return new Map(
    [...projections].map(({ name, initial }) => [
      name,
      Object.hasOwn(states, name) ? states[name] : initial,
    ]),
  );
}
