/**
 * The logs of all tabs of this browser. A tab writes only to its own session. Old and excess data is dropped from the
 * oldest end: whole sessions of closed tabs, and events of the own session up to a checkpoint.
 */
import type { BytesDigest } from "#events/kernel/call.ts";
import type { Envelope } from "#events/kernel/event.ts";
import { wait } from "../sleep.ts";
import { createBodyStore, type BodyStore } from "./bodyStore.ts";
import { referencedBlobs } from "./referencedBlobs.ts";
import { allOf, firstOf, cursorPages } from "./cursorPages.ts";
import { readSession, type ReadSession } from "./storedSession.ts";
import { isLarge, digestOfText } from "./largePayloads.ts";
import {
  openLogDatabase,
  finished,
  isUnreadableRecord,
  quiet,
  SECOND_TRY,
  SESSION_STORES,
  unreadableIsNull,
  type KeptEvent,
  type KeptOutcomes,
  type KeptSession,
  type LogDatabase,
  type LogSchema,
  type Segment,
} from "./logDatabase.ts";
import { withFailures } from "./failures.ts";
import type { MaskedCheckpoint } from "./masking.ts";
import type { OutcomeBatch } from "./outcomes.ts";

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
export const GONE_AFTER = 5 * 60_000;

/** A session in its own tab. */
export interface OwnSession {
  readonly id: string;
  /** The recording build. */
  readonly build: string;
  /** The user's hash; null until a user signs in. */
  readonly user: string | null;
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
  addOutcomes(session: string, batch: OutcomeBatch): Promise<void>;
  /** Stores the state after an event, so that the events up to it can be dropped. */
  addCheckpoint(
    session: string,
    checkpoint: MaskedCheckpoint,
    personal: readonly string[],
  ): Promise<void>;
  /** The sessions of one user, newest first; visitors' sessions belong to nobody. */
  sessions(user: string | null): Promise<readonly KeptSession[]>;
  read(session: string): Promise<ReadSession>;
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

    async append({ id: session, build, user }, events, outcomes = []) {
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
        puts.push(tx.objectStore("payloads").put({ session, digest, text }));
        return { ...event, payload: null, cites: digest };
      });
      const [first, last] = [fresh[0], fresh.at(-1)];
      if (first && last) {
        const segment = { session, first: first.seq, last: last.seq, bytes, events: taken };
        puts.push(tx.objectStore("segments").put(segment));
      }
      // Data of a session that was dropped meanwhile would stay for ever.
      for (const batch of isThere ? outcomes : []) {
        const record = outcomesOf(session, batch);
        const size = sizeOf(record);
        bytes += size;
        puts.push(tx.objectStore("outcomes").put({ ...record, bytes: size }));
      }
      const before = kept ?? (first && { from: first.time, to: first.time, events: 0, bytes: 0 });
      if (before && bytes > 0) {
        const failures = withFailures(kept?.failures ?? null, fresh);
        const owner: KeptSession = {
          ...before,
          id: session,
          build,
          user: user ?? kept?.user ?? null,
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

    async addOutcomes(session, batch) {
      await putCounted("outcomes", batch.first, outcomesOf(session, batch));
    },

    async addCheckpoint(session, checkpoint, personal) {
      await putCounted("checkpoints", checkpoint.seq, { ...checkpoint, session, personal });
    },

    async sessions(user) {
      if (user === null) return [];
      const sessions = (await db.getAll("sessions")).filter((one) => one.user === user);
      return sessions.sort((a, b) => b.from - a.from || (a.id < b.id ? -1 : 1));
    },

    read: (session) => readSession(db, session),

    async trim({ age, bytes }, now, own) {
      const held = await heldSessions();
      const sessions = await readableSessions(new Set([...held, own]));
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
        if (await dropSession(session.id).then(yes, no)) sum -= session.bytes;
      }
      const mine = sessions.find(({ id }) => id === own);
      const oldest = now - age;
      if (mine && (sum > bytes || mine.from < oldest)) {
        await dropHead(own, sum - bytes, oldest).catch(no);
      }
      await bodies.dropUncited(now - GONE_AFTER);
    },

    async clear(own, user, now) {
      const held = await heldSessions();
      for (const session of await this.sessions(user)) {
        const isOpen = session.id === own || held.has(session.id) || !isGone(session, now);
        if (!isOpen) await dropSession(session.id);
      }
      await bodies.dropUncited(now - GONE_AFTER);
    },

    close: () => db.close(),
  };

  /**
   * Adds its size to the session, replacing that of the same key. The start state is written before the session exists,
   * and is not counted.
   *
   * @param at the key part after the session.
   */
  async function putCounted<Name extends "outcomes" | "checkpoints">(
    name: Name,
    at: number,
    record: LogSchema[Name]["value"],
  ): Promise<void> {
    const size = sizeOf(record);
    const tx = db.transaction(["sessions", name], "readwrite");
    const sessions = tx.objectStore("sessions");
    const [owner, before] = await Promise.all([
      sessions.get(record.session),
      tx.objectStore(name).get([record.session, at]),
    ]);
    // Data of a session that was dropped meanwhile would stay for ever.
    if (!owner && name === "outcomes") return tx.done;
    const put = tx.objectStore(name).put({ ...record, bytes: owner ? size : 0 });
    const bytes = size - (before?.bytes ?? 0);
    const counted = owner && sessions.put({ ...owner, bytes: owner.bytes + bytes });
    await finished(tx, counted ? [put, counted] : [put]);
  }

  /**
   * Oldest first. A session that is unreadable twice would prevent dropping all others, so it is dropped itself.
   *
   * @param open sessions that a tab holds, which are skipped.
   */
  async function readableSessions(open: ReadonlySet<string>): Promise<KeptSession[]> {
    const all = await quiet(db.transaction("sessions"))
      .store.getAll()
      .catch(async (error: unknown) => {
        if (!isUnreadableRecord(error)) throw error;
        await wait(SECOND_TRY);
        const sessions: KeptSession[] = [];
        for (const id of await db.getAllKeys("sessions")) {
          const session = await quiet(db.transaction("sessions"))
            .store.get(id)
            .catch(unreadableIsNull);
          if (session) sessions.push(session);
          else if (session === null && !open.has(id)) await dropSession(id).catch(no);
        }
        return sessions;
      });
    return all.sort((a, b) => a.to - b.to);
  }

  async function dropSession(session: string): Promise<void> {
    const tx = db.transaction(SESSION_STORES, "readwrite");
    await finished(tx, [
      tx.objectStore("sessions").delete(session),
      tx.objectStore("segments").delete(allOf(session)),
      tx.objectStore("checkpoints").delete(allOf(session)),
      tx.objectStore("outcomes").delete(allOf(session)),
      tx.objectStore("payloads").delete(allOf(session)),
    ]);
  }

  /**
   * Drops the events up to the first checkpoint that frees enough and leaves none older than `oldest`, or up to the
   * last worthwhile one.
   */
  async function dropHead(id: string, excess: number, oldest: number): Promise<void> {
    const tx = quiet(db.transaction(SESSION_STORES, "readwrite"));
    const session = await tx.objectStore("sessions").get(id);
    const segments: SegmentInShort[] = [];
    for await (const one of cursorPages(tx.objectStore("segments"), id, firstOf)) {
      const { first, last, bytes, events } = one;
      const cites = events.flatMap((event) => event.cites ?? []);
      const [from, to] = [events[0]?.time, events.at(-1)?.time ?? 0];
      segments.push({ first, last, bytes, count: events.length, from, to, cites });
    }
    const outcomes: Sized<"first" | "last">[] = [];
    for await (const { first, last, bytes } of cursorPages(
      tx.objectStore("outcomes"),
      id,
      firstOf,
    )) {
      outcomes.push({ first, last, bytes });
    }
    const checkpoints: Sized<"seq">[] = [];
    for await (const { seq, bytes } of cursorPages(tx.objectStore("checkpoints"), id, seqOf)) {
      checkpoints.push({ seq, bytes });
    }
    const payloads = await tx.objectStore("payloads").getAllKeys(allOf(id));
    const upTo = (seq: number) => segments.filter(({ last }) => last <= seq);
    const freed = (seq: number) =>
      sumOf(upTo(seq)) +
      sumOf(outcomes.filter(({ last }) => last <= seq)) +
      sumOf(checkpoints.filter((one) => one.seq < seq));
    const large = checkpoints.find(({ seq }) => freed(seq) >= excess) ?? checkpoints.at(-1);
    const old = checkpoints.findLast(({ seq }) => upTo(seq).every(({ to }) => to < oldest));
    const wanted = excess > 0 && large && large.seq > (old?.seq ?? 0) ? large : old;
    const chosen = wanted && (await tx.objectStore("checkpoints").get([id, wanted.seq]));
    const changes: Promise<unknown>[] = [];
    if (session && chosen) {
      const dropped = upTo(chosen.seq);
      const kept = segments.filter(({ last }) => last > chosen.seq);
      const cited = new Set(kept.flatMap(({ cites }) => cites));
      changes.push(
        ...dropped.map(({ first }) => tx.objectStore("segments").delete([id, first])),
        ...checkpoints
          .filter(({ seq }) => seq < chosen.seq)
          .map(({ seq }) => tx.objectStore("checkpoints").delete([id, seq])),
        ...outcomes
          .filter(({ last }) => last <= chosen.seq)
          .map(({ first }) => tx.objectStore("outcomes").delete([id, first])),
        ...payloads
          .filter(([, digest]) => !cited.has(digest))
          .map((key) => tx.objectStore("payloads").delete(key)),
        tx.objectStore("sessions").put({
          ...session,
          from: kept[0]?.from ?? chosen.time,
          events: session.events - dropped.reduce((sum, { count }) => sum + count, 0),
          bytes: session.bytes - freed(chosen.seq),
        }),
      );
    }
    await finished(tx, changes);
  }
}

const yes = () => true;
const no = () => false;

interface SegmentInShort extends Omit<Segment, "session" | "events"> {
  readonly count: number;
  /** Time of its first event, epoch milliseconds. */
  readonly from: number | undefined;
  /** Time of its last event. */
  readonly to: number;
  /** The payloads that its events reference. */
  readonly cites: readonly string[];
}

/** Also one in the future, because the clock was set back since. */
function isGone({ to }: KeptSession, now: number): boolean {
  return Math.abs(now - to) > GONE_AFTER;
}

type Sized<Names extends string> = Readonly<Record<Names, number>> & { readonly bytes?: number };

function sumOf(all: readonly { readonly bytes?: number }[]): number {
  return all.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
}

/** The seq of a session's last stored event, if an earlier version did not store it. */
async function lastIn(segments: SegmentStore, session: string): Promise<number> {
  return (await segments.openCursor(allOf(session), "prev"))?.value.last ?? 0;
}

interface SegmentStore {
  openCursor(
    range: IDBKeyRange,
    direction: "prev",
  ): Promise<{ readonly value: Pick<Segment, "last"> } | null>;
}

function outcomesOf(
  session: string,
  { first, digests, checks, visible }: OutcomeBatch,
): KeptOutcomes {
  const last = first + digests.length - 1;
  return { session, first, last, digests: digests.join(""), checks, visible };
}

/** The approximate size of a record. */
function sizeOf(record: object): number {
  return JSON.stringify(record).length;
}

const seqOf = ({ seq }: { readonly seq: number }) => seq;

/** The approximate size of an event besides its payload. */
const ENVELOPE_BYTES = 160;

function eachOnce(cites: readonly BytesDigest[]): readonly BytesDigest[] {
  return [...new Map(cites.map((one) => [one.digest, one])).values()];
}
