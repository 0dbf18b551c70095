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
  /** Assigns the session to a user; a hash. */
  belongsTo(user: string): void;
  owner(): OwnSession;
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
  let user: string | null = null;
  const owner = (): OwnSession => ({ id, build, user });
  const masker = createMasker(ports);
  let states = ports.states;
  const snapshot = () => masker.snapshot(states());
  const keeper = createLogWriter({ ...ports, session: owner, snapshot });
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
    belongsTo: (one) => void (user = one),
    owner,
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
      // Takes what is due with the last batch immediately.
      void keeper.flush().finally(release);
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
