/** The browser's log database: its object stores, their versions, and how it is opened. */
import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { BytesDigest } from "#events/kernel/call.ts";
import type { Envelope } from "#events/kernel/event.ts";
import { wait } from "../sleep.ts";
import type { SessionFailures } from "./failures.ts";
import type { MaskedCheckpoint } from "./masking.ts";
import type { OutcomeCheck, VisibleDigest } from "./outcomes.ts";

const NAME = "provision-log";
const VERSION = 5;

export interface KeptSession {
  readonly id: string;
  /** The app's version text. */
  readonly build: string;
  /** The user's hash; null until a user signs in. */
  readonly user: string | null;
  /** Times of its first stored and its last event, epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly events: number;
  /** Its approximate size. */
  readonly bytes: number;
  /** The blobs that its events reference; absent if there are none. */
  readonly cites?: readonly BytesDigest[];
  /** The seq of its last event; absent in sessions of an earlier version. */
  readonly last?: number;
  /** What failed in it, also of events that are dropped; absent where nothing did, or an earlier version wrote it. */
  readonly failures?: SessionFailures;
  /** Its content is encrypted. Absent in sessions of an earlier version, until their user signs in again. */
  readonly isSealed?: true;
}

/** The object stores of one session. */
export const SESSION_STORES = [
  "sessions",
  "segments",
  "checkpoints",
  "outcomes",
  "payloads",
] as const;

/** A stored event: a large payload is stored once per session and referenced. */
export interface KeptEvent extends Envelope {
  /** The digest of the payload that is stored separately. */
  readonly cites?: string;
}

/** The encrypted content of a record; records of version 3 have it in clear text instead. */
export interface SealedContent {
  readonly sealed: Uint8Array;
}

export interface SegmentHead {
  readonly session: string;
  readonly first: number;
  readonly last: number;
  readonly bytes: number;
}

/** Beside the sealed events of a segment. */
export interface SegmentSummary {
  readonly count: number;
  /** Time of its first event, epoch milliseconds. */
  readonly from: number | undefined;
  /** Time of its last event. */
  readonly to: number;
  /** The payloads that its events reference. */
  readonly cites: readonly string[];
}

export interface SegmentContent {
  readonly events: readonly KeptEvent[];
}

export type Segment = SegmentHead & ((SegmentSummary & SealedContent) | SegmentContent);

export interface CheckpointHead {
  readonly session: string;
  readonly seq: number;
  /** Epoch milliseconds. */
  readonly time: number;
  /** Its approximate size; absent in records of an earlier version. */
  readonly bytes?: number;
}

export interface CheckpointContent extends Omit<MaskedCheckpoint, "seq" | "time"> {
  /** Every personal text of the events up to it. */
  readonly personal: readonly string[];
}

export type KeptCheckpoint = CheckpointHead & (SealedContent | CheckpointContent);

export interface OutcomesHead {
  readonly session: string;
  readonly first: number;
  readonly last: number;
  /** Their approximate size; absent in records of an earlier version. */
  readonly bytes?: number;
}

export interface OutcomesContent {
  /** The concatenated outcome digests of the events `first` to `last`. */
  readonly digests: string;
  readonly checks: readonly OutcomeCheck[];
  readonly visible: readonly VisibleDigest[];
}

export type KeptOutcomes = OutcomesHead & (SealedContent | OutcomesContent);

export interface PayloadHead {
  readonly session: string;
  readonly digest: string;
}

export interface PayloadContent {
  /** JSON. */
  readonly text: string;
}

export type KeptPayload = PayloadHead & (SealedContent | PayloadContent);

export interface BlobKey {
  /** The user's hash. */
  readonly user: string;
  readonly digest: string;
}

/** Bytes that events of any session of the user reference by digest. */
export interface StoredBlob extends BlobKey {
  /** When it was last seen, epoch milliseconds. */
  readonly at: number;
  readonly sealed: Blob;
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
  /** By user and digest. */
  bodies: { key: [string, string]; value: StoredBlob };
}

export type LogDatabase = IDBPDatabase<LogSchema>;

/** Errors of an unreadable database. */
const UNREADABLE = "UnknownError";

/** Errors of an unreadable record; the last two for a large one whose file is damaged or missing. */
const UNREADABLE_RECORD: ReadonlySet<string> = new Set([
  UNREADABLE,
  "DataError",
  "NotReadableError",
]);

/** Delay of the retry in milliseconds, because the same errors may be temporary. */
export const SECOND_TRY = 1000;

/** Timeout of opening the database in milliseconds. */
const MAX_OPENING = 10_000;

/**
 * Opens the database. One that is unreadable twice, for example after a browser crash, is created again.
 * @param onDropped called in that case: the stored logs of all users and tabs are lost.
 * @throws DOMException if the browser stores nothing, has no room, or has the database of a newer build, which is kept;
 * a TimeoutError if a tab of an earlier build does not release it in time.
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
    // An abandoned open must not block others.
    void opening.then((db) => db.close()).catch(() => undefined);
    throw new DOMException("The database of the log is held by another tab.", "TimeoutError");
  });
  return Promise.race([opening, late]).finally(() => ending.abort());
}

/** Waits for the end of a transaction, whose error is more specific than those of its requests. */
export async function finished(
  tx: { readonly done: Promise<void> },
  requests: readonly Promise<unknown>[],
): Promise<void> {
  await Promise.allSettled([...requests, tx.done]);
  await tx.done;
}

/** For a reading transaction the requests report the error, so its abort is not another one. */
export function quiet<Tx extends { readonly done: Promise<void> }>(tx: Tx): Tx {
  tx.done.catch(() => undefined);
  return tx;
}

function isUnreadable(error: unknown): boolean {
  return error instanceof DOMException && error.name === UNREADABLE;
}

/** Whether the browser reports an unreadable record rather than a temporary failure. */
export function isUnreadableRecord(error: unknown): boolean {
  return error instanceof DOMException && UNREADABLE_RECORD.has(error.name);
}

/** Null for an unreadable record; other failures may be temporary, and are rethrown. */
export function unreadableIsNull(error: unknown): null {
  if (isUnreadableRecord(error)) return null;
  throw error;
}

/** Whether the disk or the browser's quota is full. An error from a worker keeps only its name. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && error.name === "QuotaExceededError";
}

async function open(): Promise<LogDatabase> {
  return openDB<LogSchema>(NAME, VERSION, {
    upgrade(db, from) {
      if (from < 3) {
        // Earlier records have no owner, and their outcomes were computed differently. Those of version 3 are not encrypted:
        // `sealEarlier` does that when their user signs in.
        for (const name of db.objectStoreNames) db.deleteObjectStore(name);
        db.createObjectStore("sessions", { keyPath: "id" });
        db.createObjectStore("segments", { keyPath: ["session", "first"] });
        db.createObjectStore("checkpoints", { keyPath: ["session", "seq"] });
        db.createObjectStore("outcomes", { keyPath: ["session", "first"] });
        db.createObjectStore("payloads", { keyPath: ["session", "digest"] });
      } else if (from < 5) {
        // Earlier blobs are not encrypted, and belong to nobody.
        db.deleteObjectStore("bodies");
      }
      if (from < 5) db.createObjectStore("bodies", { keyPath: ["user", "digest"] });
    },
    // A newer build in another tab waits for this one to release it.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
}
