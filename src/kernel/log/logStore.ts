/**
 * The logs of all tabs of this browser. A tab writes only to its own session. Old and excess data is dropped from the
 * oldest end: whole sessions of closed tabs, and events of the own session up to a checkpoint.
 */
import type { BytesDigest } from "#events/kernel/call.ts";
import type { Envelope } from "#events/kernel/event.ts";
import { createBodyStore, type BodyStore } from "./bodyStore.ts";
import { referencedBlobs } from "./referencedBlobs.ts";
import { allOf } from "./cursorPages.ts";
import { readSession, type ReadSession } from "./storedSession.ts";
import { isLarge, digestOfText } from "./largePayloads.ts";
import {
  openLogDatabase,
  finished,
  type KeptEvent,
  type KeptSession,
  type LogDatabase,
  type LogSchema,
  type OutcomesContent,
  type OutcomesHead,
  type SegmentHead,
} from "./logDatabase.ts";
import { withFailures } from "./failures.ts";
import { dropHead, dropSession, readableSessions } from "./logRetention.ts";
import type { MaskedCheckpoint } from "./masking.ts";
import type { OutcomeBatch } from "./outcomes.ts";
import {
  sealedCheckpoint,
  sealedOutcomes,
  sealedPayload,
  sealedSegment,
  sealSession,
} from "./sealedRecords.ts";
import type { LogKey } from "./sealing.ts";

export interface LogLimits {
  /** Maximum age in milliseconds since the last event of a session; for the current session since each event. */
  readonly age: number;
  /** All sessions together. */
  readonly bytes: number;
  /** All blobs that events reference, such as reports. */
  readonly bodies: number;
}

/**
 * Milliseconds without an event after which a tab counts as closed or asleep. An awake tab records one every minute.
 */
const GONE_AFTER = 5 * 60_000;

/** A session of a user. Events are not stored before somebody has signed in. */
export interface OwnSession {
  readonly id: string;
  /** The recording build. */
  readonly build: string;
  /** The user's hash. */
  readonly user: string;
  /** The user's key, with which the session is encrypted. */
  readonly key: LogKey;
}

export interface LogStore {
  /**
   * Adds events in one transaction; stored ones are skipped.
   * @param outcomes not yet stored ones of these and earlier events.
   */
  append(
    session: OwnSession,
    events: readonly Envelope[],
    outcomes?: readonly OutcomeBatch[],
  ): Promise<void>;
  /** Including those that may already be stored. */
  addOutcomes(session: OwnSession, batch: OutcomeBatch): Promise<void>;
  /** Stores the state after an event, so that the events up to it can be dropped. */
  addCheckpoint(
    session: OwnSession,
    checkpoint: MaskedCheckpoint,
    personal: readonly string[],
  ): Promise<void>;
  /** The sessions of one user, newest first; visitors' sessions belong to nobody. */
  sessions(user: string | null): Promise<readonly KeptSession[]>;
  /** @param key of its user; with another one all of its events are unreadable. */
  read(session: string, key: LogKey): Promise<ReadSession>;
  /**
   * Encrypts the user's sessions that an earlier version stored in clear text, and drops those of visitors, which nobody
   * can read.
   */
  sealEarlier(user: string, key: LogKey): Promise<void>;
  /** Drops the excess over the limits at that time, and unreferenced blobs; `own` is the current session. */
  trim(limits: LogLimits, now: number, own: string): Promise<void>;
  /**
   * Drops the user's sessions that no tab continues, and blobs that only they reference; `own` is the current session.
   */
  clear(own: string, user: string | null, now: number): Promise<void>;
  readonly bodies: BodyStore;
  close(): void;
}

/** Resolves to the sessions that open tabs hold, asleep or awake. */
export type HeldSessions = () => Promise<ReadonlySet<string>>;

const NONE_HELD: HeldSessions = async () => new Set();

/**
 * @param held if it reports none, the times of the last events show which tabs may be open.
 * @param onDropped called if earlier logs could not be read and are lost.
 * @throws DOMException if the browser stores nothing.
 */
export async function openLogStore(
  held = NONE_HELD,
  onDropped: () => void = () => undefined,
): Promise<LogStore> {
  return createLogStore(await openLogDatabase(onDropped), held);
}

function createLogStore(db: LogDatabase, heldSessions: HeldSessions): LogStore {
  const bodies = createBodyStore(db);
  return {
    bodies,

    async append({ id: session, build, user, key }, events, outcomes = []) {
      const tx = db.transaction(["sessions", "segments", "payloads", "outcomes"], "readwrite");
      const kept = await tx.objectStore("sessions").get(session);
      const held = kept && (kept.last ?? (await lastIn(tx.objectStore("segments"), session)));
      const fresh = events.filter(({ seq }) => seq > (held ?? 0));
      const isThere = kept !== undefined || fresh.length > 0;
      let bytes = 0;
      const puts: Promise<unknown>[] = [];
      const taken = fresh.map((event): KeptEvent => {
        const text = JSON.stringify(event.payload);
        bytes += text.length + ENVELOPE_BYTES;
        if (!isLarge(text)) return event;
        const digest = digestOfText(text);
        puts.push(
          tx.objectStore("payloads").put(sealedPayload(key, { session, digest }, { text })),
        );
        return { ...event, payload: null, cites: digest };
      });
      const [first, last] = [fresh[0], fresh.at(-1)];
      if (first && last) {
        const head = { session, first: first.seq, last: last.seq, bytes };
        puts.push(tx.objectStore("segments").put(sealedSegment(key, head, { events: taken })));
      }
      // Data of a session that was dropped meanwhile would stay for ever.
      for (const batch of isThere ? outcomes : []) {
        const content = outcomesOf(batch);
        const size = sizeOf(content);
        bytes += size;
        const head = { ...rangeOf(session, batch), bytes: size };
        puts.push(tx.objectStore("outcomes").put(sealedOutcomes(key, head, content)));
      }
      const before = kept ?? (first && { from: first.time, to: first.time, events: 0, bytes: 0 });
      if (before && bytes > 0) {
        const failures = withFailures(kept?.failures ?? null, fresh);
        const owner: KeptSession = {
          ...before,
          id: session,
          build,
          user,
          ...((!kept || kept.isSealed) && { isSealed: true as const }),
          // The computer's clock can be set back.
          from: fresh.reduce((least, { time }) => Math.min(least, time), before.from),
          to: last?.time ?? before.to,
          events: before.events + fresh.length,
          bytes: before.bytes + bytes,
          cites: eachOnce([...(kept?.cites ?? []), ...referencedBlobs(fresh)]),
          last: last?.seq ?? held ?? 0,
          ...(failures && { failures }),
        };
        puts.push(tx.objectStore("sessions").put(owner));
      }
      await finished(tx, puts);
    },

    async addOutcomes({ id, key }, batch) {
      const content = outcomesOf(batch);
      const sealed = (bytes: number) =>
        sealedOutcomes(key, { ...rangeOf(id, batch), bytes }, content);
      await putCounted("outcomes", [id, batch.first], sizeOf(content), sealed);
    },

    async addCheckpoint({ id, key }, { seq, time, ...state }, personal) {
      const content = { ...state, personal };
      const sealed = (bytes: number) =>
        sealedCheckpoint(key, { session: id, seq, time, bytes }, content);
      await putCounted("checkpoints", [id, seq], sizeOf(content), sealed);
    },

    async sessions(user) {
      if (user === null) return [];
      const sessions = (await db.getAll("sessions")).filter((one) => one.user === user);
      return sessions.sort((a, b) => b.from - a.from || (a.id < b.id ? -1 : 1));
    },

    read: (session, key) => readSession(db, session, key),

    async sealEarlier(user, key) {
      for (const { id, user: its, isSealed } of await db.getAll("sessions")) {
        // Another session may still be readable, and the user's next sign-in tries again.
        if (its === null) await dropSession(db, id).catch(no);
        else if (its === user && !isSealed) await sealSession(db, id, key).catch(no);
      }
    },

    async trim({ age, bytes }, now, own) {
      const held = await heldSessions();
      const sessions = await readableSessions(db, new Set([...held, own]));
      let sum = sessions.reduce((total, session) => total + session.bytes, 0);
      for (const session of sessions) {
        if (
          session.id === own ||
          held.has(session.id) ||
          !isGone(session, now) ||
          (sum <= bytes && now - session.to <= age)
        )
          continue;
        // One that cannot be dropped now does not block the others.
        if (await dropSession(db, session.id).then(yes, no)) sum -= session.bytes;
      }
      const mine = sessions.find(({ id }) => id === own);
      const oldest = now - age;
      if (mine && (sum > bytes || mine.from < oldest)) {
        await dropHead(db, own, sum - bytes, oldest).catch(no);
      }
      await bodies.dropUncited(now - GONE_AFTER);
    },

    async clear(own, user, now) {
      const held = await heldSessions();
      for (const session of await this.sessions(user)) {
        const isOpen = session.id === own || held.has(session.id) || !isGone(session, now);
        if (!isOpen) await dropSession(db, session.id);
      }
      await bodies.dropUncited(now - GONE_AFTER);
    },

    close: () => db.close(),
  };

  /**
   * Adds its size to the session, replacing that of the same key. The start state is written before the session exists,
   * and is not counted.
   *
   * @param recordOf the record with that size.
   */
  async function putCounted<Name extends "outcomes" | "checkpoints">(
    name: Name,
    at: [session: string, at: number],
    size: number,
    recordOf: (bytes: number) => LogSchema[Name]["value"],
  ): Promise<void> {
    const tx = db.transaction(["sessions", name], "readwrite");
    const sessions = tx.objectStore("sessions");
    const [owner, before] = await Promise.all([sessions.get(at[0]), tx.objectStore(name).get(at)]);
    // Data of a session that was dropped meanwhile would stay for ever.
    if (!owner && name === "outcomes") return tx.done;
    const put = tx.objectStore(name).put(recordOf(owner ? size : 0));
    const bytes = size - (before?.bytes ?? 0);
    const counted = owner && sessions.put({ ...owner, bytes: owner.bytes + bytes });
    await finished(tx, counted ? [put, counted] : [put]);
  }
}

const yes = () => true;
const no = () => false;

/** Also one in the future, because the clock was set back since. */
function isGone({ to }: KeptSession, now: number): boolean {
  return Math.abs(now - to) > GONE_AFTER;
}

/** The seq of a session's last stored event, if an earlier version did not store it. */
async function lastIn(segments: SegmentStore, session: string): Promise<number> {
  return (await segments.openCursor(allOf(session), "prev"))?.value.last ?? 0;
}

interface SegmentStore {
  openCursor(
    range: IDBKeyRange,
    direction: "prev",
  ): Promise<{ readonly value: Pick<SegmentHead, "last"> } | null>;
}

function rangeOf(session: string, { first, digests }: OutcomeBatch): OutcomesHead {
  return { session, first, last: first + digests.length - 1 };
}

function outcomesOf({ digests, checks, visible }: OutcomeBatch): OutcomesContent {
  return { digests: digests.join(""), checks, visible };
}

/** The approximate size of a record. */
function sizeOf(record: object): number {
  return JSON.stringify(record).length;
}

/** The approximate size of an event besides its payload. */
const ENVELOPE_BYTES = 160;

function eachOnce(cites: readonly BytesDigest[]): readonly BytesDigest[] {
  return [...new Map(cites.map((one) => [one.digest, one])).values()];
}
