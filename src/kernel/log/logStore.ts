/**
 * The logs of all tabs of this browser, in IndexedDB. A tab writes to its own session alone. What is old or too much is
 * dropped from its oldest end: whole sessions of tabs that are gone, and of one's own the events up to a checkpoint.
 */
import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { Envelope } from "#events/kernel/event.ts";
import type { Checkpoint } from "./format.ts";
import type { OutcomeBatch, OutcomeCheck, Outcomes } from "./outcomes.ts";

const NAME = "provision-log";
const VERSION = 2;

export interface KeptSession {
  readonly id: string;
  /** What the app says of itself. */
  readonly build: string;
  /** Of its first kept and its last event, epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly events: number;
  /** About what it takes. */
  readonly bytes: number;
}

const STORES = ["sessions", "segments", "checkpoints", "outcomes"] as const;

interface Segment {
  readonly session: string;
  readonly first: number;
  readonly last: number;
  readonly bytes: number;
  readonly events: readonly Envelope[];
}

interface KeptCheckpoint extends Checkpoint {
  readonly session: string;
  /** Every personal text of the events up to it. */
  readonly personal: readonly string[];
}

/** The digests of the outcomes of the events `first` to `last`, one after the other. */
interface KeptOutcomes {
  readonly session: string;
  readonly first: number;
  readonly last: number;
  readonly digests: string;
  readonly checks: readonly OutcomeCheck[];
}

interface Schema extends DBSchema {
  sessions: { key: string; value: KeptSession };
  /** By session and first seq. */
  segments: { key: [string, number]; value: Segment };
  /** By session and seq. */
  checkpoints: { key: [string, number]; value: KeptCheckpoint };
  /** By session and first seq. */
  outcomes: { key: [string, number]; value: KeptOutcomes };
}

export interface LogLimits {
  /** Milliseconds since the last event of a session. */
  readonly age: number;
  /** Of all sessions together. */
  readonly bytes: number;
}

/** A tab records something every minute: one that has not for so long is gone. Milliseconds. */
const GONE_AFTER = 5 * 60_000;

export interface SessionContent {
  readonly id: string;
  /** That recorded it. */
  readonly build: string;
  readonly checkpoint: Checkpoint | null;
  /** What an export with pseudonyms replaces in the checkpoint. */
  readonly personal: readonly string[];
  readonly events: readonly Envelope[];
  readonly outcomes: Outcomes;
}

export interface LogStore {
  /** Adds events, in one transaction; those that are kept already are passed over. */
  append(session: string, build: string, events: readonly Envelope[]): Promise<void>;
  addOutcomes(session: string, batch: OutcomeBatch): Promise<void>;
  /** Keeps the state after an event, so that the events up to it can be dropped. */
  addCheckpoint(
    session: string,
    checkpoint: Checkpoint,
    personal: readonly string[],
  ): Promise<void>;
  /** Newest first. */
  sessions(): Promise<readonly KeptSession[]>;
  read(session: string): Promise<SessionContent>;
  /** Drops what is beyond the limits at that time; `own` is the session that goes on. */
  trim(limits: LogLimits, now: number, own: string): Promise<void>;
  /** Drops all but `own`. */
  clear(own: string): Promise<void>;
  close(): void;
}

/**
 * Opens the store. One that cannot be read, as after a crash of the browser, is made anew.
 * @throws DOMException where the browser keeps nothing.
 */
export async function openLogStore(): Promise<LogStore> {
  const db = await open().catch(async (error: unknown) => {
    if (error instanceof DOMException && error.name === "SecurityError") throw error;
    await deleteDB(NAME);
    return open();
  });
  return createLogStore(db);
}

function open(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(NAME, VERSION, {
    upgrade(db, from) {
      if (from < 1) {
        db.createObjectStore("sessions", { keyPath: "id" });
        db.createObjectStore("segments", { keyPath: ["session", "first"] });
        db.createObjectStore("checkpoints", { keyPath: ["session", "seq"] });
      }
      db.createObjectStore("outcomes", { keyPath: ["session", "first"] });
    },
    // A newer build in another tab waits for this one to let go.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
}

function createLogStore(db: IDBPDatabase<Schema>): LogStore {
  return {
    async append(session, build, events) {
      const tx = db.transaction(["sessions", "segments"], "readwrite");
      const [kept, latest] = await Promise.all([
        tx.objectStore("sessions").get(session),
        tx.objectStore("segments").openCursor(all(session), "prev"),
      ]);
      const held = latest?.value.last ?? 0;
      const fresh = events.filter(({ seq }) => seq > held);
      const [first] = fresh;
      const last = fresh.at(-1);
      if (!first || !last) return;
      const bytes = sizeOf(fresh);
      await Promise.all([
        tx
          .objectStore("segments")
          .put({ session, first: first.seq, last: last.seq, bytes, events: fresh }),
        tx.objectStore("sessions").put({
          id: session,
          build,
          from: kept?.from ?? first.time,
          to: last.time,
          events: (kept?.events ?? 0) + fresh.length,
          bytes: (kept?.bytes ?? 0) + bytes,
        }),
        tx.done,
      ]);
    },

    async addOutcomes(session, { first, digests, checks }) {
      const last = first + digests.length - 1;
      await db.put("outcomes", { session, first, last, digests: digests.join(""), checks });
    },

    async addCheckpoint(session, checkpoint, personal) {
      await db.put("checkpoints", { ...checkpoint, session, personal });
    },

    async sessions() {
      const sessions = await db.getAll("sessions");
      return sessions.sort((a, b) => b.from - a.from || (a.id < b.id ? -1 : 1));
    },

    async read(session) {
      const tx = db.transaction(STORES);
      const kept = await tx.objectStore("sessions").get(session);
      const segments = await tx.objectStore("segments").getAll(all(session));
      const events = segments.flatMap((segment) => segment.events);
      const first = events[0]?.seq ?? 1;
      const checkpoints = await tx.objectStore("checkpoints").getAll(all(session));
      const outcomes = await tx.objectStore("outcomes").getAll(all(session));
      const before = checkpoints.find(({ seq }) => seq === first - 1);
      return {
        id: session,
        build: kept?.build ?? "",
        checkpoint: before ? { seq: before.seq, time: before.time, states: before.states } : null,
        personal: before?.personal ?? [],
        events,
        outcomes: joinOutcomes(outcomes, first),
      };
    },

    async trim({ age, bytes }, now, own) {
      const sessions = (await db.getAll("sessions")).sort((a, b) => a.to - b.to);
      let sum = sessions.reduce((total, session) => total + session.bytes, 0);
      for (const session of sessions) {
        const isGone = session.id !== own && now - session.to > GONE_AFTER;
        if (!isGone || (sum <= bytes && now - session.to <= age)) continue;
        await dropSession(session.id);
        sum -= session.bytes;
      }
      const mine = sessions.find(({ id }) => id === own);
      if (mine && sum > bytes) await dropHead(mine, sum - bytes);
    },

    async clear(own) {
      for (const { id } of await db.getAll("sessions")) {
        if (id !== own) await dropSession(id);
      }
    },

    close: () => db.close(),
  };

  async function dropSession(session: string): Promise<void> {
    const tx = db.transaction(STORES, "readwrite");
    await Promise.all([
      tx.objectStore("sessions").delete(session),
      tx.objectStore("segments").delete(all(session)),
      tx.objectStore("checkpoints").delete(all(session)),
      tx.objectStore("outcomes").delete(all(session)),
      tx.done,
    ]);
  }

  /** Drops the events up to the first checkpoint that frees so much, or up to the last one. */
  async function dropHead(session: KeptSession, excess: number): Promise<void> {
    const tx = db.transaction(STORES, "readwrite");
    const segments = await tx.objectStore("segments").getAll(all(session.id));
    const checkpoints = await tx.objectStore("checkpoints").getAll(all(session.id));
    const outcomes = await tx.objectStore("outcomes").getAll(all(session.id));
    const freed = (seq: number) =>
      segments.filter(({ last }) => last <= seq).reduce((sum, { bytes }) => sum + bytes, 0);
    const chosen = checkpoints.find(({ seq }) => freed(seq) >= excess) ?? checkpoints.at(-1);
    if (chosen) {
      const dropped = segments.filter(({ last }) => last <= chosen.seq);
      const kept = segments.filter(({ last }) => last > chosen.seq);
      await Promise.all([
        ...dropped.map(({ first }) => tx.objectStore("segments").delete([session.id, first])),
        ...checkpoints
          .filter(({ seq }) => seq < chosen.seq)
          .map(({ seq }) => tx.objectStore("checkpoints").delete([session.id, seq])),
        ...outcomes
          .filter(({ last }) => last <= chosen.seq)
          .map(({ first }) => tx.objectStore("outcomes").delete([session.id, first])),
        tx.objectStore("sessions").put({
          ...session,
          from: kept[0]?.events[0]?.time ?? chosen.time,
          events: session.events - dropped.reduce((sum, { events }) => sum + events.length, 0),
          bytes: session.bytes - freed(chosen.seq),
        }),
      ]);
    }
    await tx.done;
  }
}

/** @param from the seq of the first event that is kept. */
function joinOutcomes(kept: readonly KeptOutcomes[], from: number): Outcomes {
  const digests = new Map<number, string>();
  for (const { first, last, digests: text } of kept) {
    const digits = text.length / (last - first + 1);
    for (let seq = Math.max(first, from); seq <= last; seq += 1) {
      digests.set(seq, text.slice((seq - first) * digits, (seq - first + 1) * digits));
    }
  }
  return {
    digests,
    checks: kept.flatMap(({ checks }) => checks.filter(({ seq }) => seq >= from)),
  };
}

/** All keys of a session. */
function all(session: string): IDBKeyRange {
  return IDBKeyRange.bound([session], [session, []]);
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}
