/** The database of the log in this browser: its stores, their versions, and how it is opened. */
import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { BytesDigest } from "#events/kernel/call.ts";
import type { Envelope } from "#events/kernel/event.ts";
import { wait } from "../sleep.ts";
import type { SessionFailures } from "./failures.ts";
import type { MaskedCheckpoint } from "./masking.ts";
import type { OutcomeCheck, VisibleDigest } from "./outcomes.ts";

const NAME = "provision-log";
const VERSION = 3;

export interface KeptSession {
  readonly id: string;
  /** What the app says of itself. */
  readonly build: string;
  /** Whose it is, as a hash; null as long as nobody was signed in. */
  readonly user: string | null;
  /** Of its first kept and its last event, epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly events: number;
  /** About what it takes. */
  readonly bytes: number;
  /** The bodies that its events cite; absent where none does. */
  readonly cites?: readonly BytesDigest[];
  /** The seq of its last event; absent where an earlier version wrote it. */
  readonly last?: number;
  /** What failed in it, also of events that are dropped; absent where nothing did, or an earlier version wrote it. */
  readonly failures?: SessionFailures;
}

/** The stores of one session. */
export const SESSION_STORES = [
  "sessions",
  "segments",
  "checkpoints",
  "outcomes",
  "payloads",
] as const;

/** An event as it is kept: a large payload is kept once in the session, and cited. */
export interface KeptEvent extends Envelope {
  /** The digest of the payload that stands elsewhere. */
  readonly cites?: string;
}

export interface Segment {
  readonly session: string;
  readonly first: number;
  readonly last: number;
  readonly bytes: number;
  readonly events: readonly KeptEvent[];
}

interface KeptCheckpoint extends MaskedCheckpoint {
  readonly session: string;
  /** Every personal text of the events up to it. */
  readonly personal: readonly string[];
  /** About what it takes; absent where an earlier version wrote it. */
  readonly bytes?: number;
}

/** The digests of the outcomes of the events `first` to `last`, one after the other. */
export interface KeptOutcomes {
  readonly session: string;
  readonly first: number;
  readonly last: number;
  readonly digests: string;
  readonly checks: readonly OutcomeCheck[];
  readonly visible: readonly VisibleDigest[];
  /** About what they take; absent where an earlier version wrote them. */
  readonly bytes?: number;
}

interface KeptPayload {
  readonly session: string;
  readonly digest: string;
  /** JSON. */
  readonly text: string;
}

/** Bytes that events of any session cite by their digest. */
export interface StoredBlob {
  readonly digest: string;
  /** When it was last seen, epoch milliseconds. */
  readonly at: number;
  readonly bytes: Blob;
}

export interface LogSchema extends DBSchema {
  sessions: { key: string; value: KeptSession };
  /** By session and first seq. */
  segments: { key: [string, number]; value: Segment };
  /** By session and seq. */
  checkpoints: { key: [string, number]; value: KeptCheckpoint };
  /** By session and first seq. */
  outcomes: { key: [string, number]; value: KeptOutcomes };
  /** By session and digest. */
  payloads: { key: [string, string]; value: KeptPayload };
  /** By digest. */
  bodies: { key: string; value: StoredBlob };
}

export type LogDatabase = IDBPDatabase<LogSchema>;

/** What browsers say of a database that they cannot read. */
const UNREADABLE = "UnknownError";

/** What they say of a record; the last two where it is large and its file is broken or gone. */
const UNREADABLE_RECORD: ReadonlySet<string> = new Set([
  UNREADABLE,
  "DataError",
  "NotReadableError",
]);

/** Milliseconds until it is tried again: they also say so of what passes. */
export const SECOND_TRY = 1000;

/** Milliseconds in which the database is open, or is not going to be. */
const MAX_OPENING = 10_000;

/**
 * Opens the database. One that cannot be read, at a second try neither, as after a crash of the browser, is made anew.
 * @param onDropped called where it was: what all users and tabs kept is gone.
 * @throws DOMException where the browser keeps nothing, has no room, or holds the database of a newer build, which stays;
 * a TimeoutError where a tab of an earlier build does not let go of it in time.
 */
export async function openLogDatabase(onDropped: () => void): Promise<LogDatabase> {
  const opening = open()
    .catch(async (error: unknown) => {
      if (!isUnreadable(error)) throw error;
      await wait(SECOND_TRY);
      return open();
    })
    .catch(async (error: unknown) => {
      if (!isUnreadable(error)) throw error;
      await deleteDB(NAME);
      const db = await open();
      onDropped();
      return db;
    });
  const ending = new AbortController();
  const late = wait(MAX_OPENING, ending.signal).then(() => {
    // Who gave up does not stand in the way of others.
    void opening.then((db) => db.close()).catch(() => undefined);
    throw new DOMException("The database of the log is held by another tab.", "TimeoutError");
  });
  return Promise.race([opening, late]).finally(() => ending.abort());
}

/** Waits for the end of a transaction, which alone says why it failed: what was asked of it is told less. */
export async function finished(
  tx: { readonly done: Promise<void> },
  requests: readonly Promise<unknown>[],
): Promise<void> {
  await Promise.allSettled([...requests, tx.done]);
  await tx.done;
}

/** Of a transaction that reads, what was asked of it says why it failed: that it ended so is no news of its own. */
export function quiet<Tx extends { readonly done: Promise<void> }>(tx: Tx): Tx {
  tx.done.catch(() => undefined);
  return tx;
}

function isUnreadable(error: unknown): boolean {
  return error instanceof DOMException && error.name === UNREADABLE;
}

/** Whether the browser says that it cannot read a record, and not that it cannot read now. */
export function isUnreadableRecord(error: unknown): boolean {
  return error instanceof DOMException && UNREADABLE_RECORD.has(error.name);
}

/** Null in place of what the browser cannot read; other failures may pass, and are thrown on. */
export function unreadableIsNull(error: unknown): null {
  if (isUnreadableRecord(error)) return null;
  throw error;
}

/** Whether the disk, or what the browser grants of it, is full. An error that comes from a worker keeps its name alone. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && error.name === "QuotaExceededError";
}

async function open(): Promise<LogDatabase> {
  return openDB<LogSchema>(NAME, VERSION, {
    upgrade(db, from) {
      if (from < 3) {
        // What was kept before is nobody's, and its outcomes counted otherwise.
        for (const name of db.objectStoreNames) db.deleteObjectStore(name);
        db.createObjectStore("sessions", { keyPath: "id" });
        db.createObjectStore("segments", { keyPath: ["session", "first"] });
        db.createObjectStore("checkpoints", { keyPath: ["session", "seq"] });
        db.createObjectStore("outcomes", { keyPath: ["session", "first"] });
        db.createObjectStore("payloads", { keyPath: ["session", "digest"] });
        db.createObjectStore("bodies", { keyPath: "digest" });
      }
    },
    // A newer build in another tab waits for this one to let go.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
}
