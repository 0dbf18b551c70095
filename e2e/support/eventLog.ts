/** The event log of a journey: read from the page, exported and replayed here in Node by the app's own code. */
import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import type { Page } from "@playwright/test";
import { openDB } from "idb";
import { getCurrentUser } from "#events/calls/session.ts";
import { exportSessions } from "#src/app/exportFile.ts";
import { storeUnloadBuffer } from "#src/app/storeUnloadBuffer.ts";
import { takeUnloadBuffers, type BufferOwner, type UnloadBuffer } from "#src/app/unloadBuffer.ts";
import { markIn } from "#src/app/userMark.ts";
import { checkReplay } from "#src/kernel/log/checkReplay.ts";
import { unsealBlob } from "#src/kernel/log/sealedBlobs.ts";
import type { SessionContent } from "#src/kernel/log/storedSession.ts";
import { openLogStore } from "#src/kernel/log/logStore.ts";
import type { KeptSession } from "#src/kernel/log/logDatabase.ts";
import { allProjections } from "#src/kernel/projection.ts";
import { describeDivergence } from "#src/replay/describe.ts";
import { addLogKey, type LogKeys } from "./logKeys.ts";
import { replayFile, type FileReplay } from "#src/replay/replayFile.ts";

/** Maximum events shown for a failed journey. */
const SHOWN_EVENTS = 30;
/**
 * Number of session events after which outcomes are expected: a page that is left earlier may not have their code yet.
 */
const DIGESTED_AFTER = 50;
/** Maximum characters of a shown payload. */
const SHOWN_PAYLOAD = 160;

/** A browser's stored log: its object stores, and the unload buffers of ended pages. */
interface Dump {
  readonly stores: Readonly<Record<string, readonly unknown[]>>;
  /** Unload buffers, by their key in localStorage. */
  readonly unloads: Readonly<Record<string, string>>;
  /** What a page left in sessionStorage because the log's code was not loaded. */
  readonly early: readonly UnloadBuffer[];
  /** The answer about the user who is signed in; null for a visitor. */
  readonly user: unknown;
}

export interface JourneyLog {
  readonly sessions: readonly SessionContent[];
  /** The file that support would get, with pseudonyms. */
  readonly file: Uint8Array<ArrayBuffer>;
}

/** A blob from the page: a data URL of its encrypted bytes. */
interface SentBody {
  readonly user: string;
  readonly digest: string;
  readonly url: string;
}

/**
 * @param origin the product's address.
 * @param keys of users who have signed out; that of the user who is signed in is asked for.
 * @returns null if no page of the product is open, or nobody has signed in.
 * @throws if none of the open pages returns its log.
 */
export async function takeLog(
  pages: readonly Page[],
  origin: string,
  keys: LogKeys = new Map(),
): Promise<JourneyLog | null> {
  let failure: unknown = null;
  for (const page of pages) {
    if (page.isClosed() || !isWithin(page.url(), origin)) continue;
    try {
      const dump = JSON.parse(await dumpOf(page)) as Dump;
      // The product keeps nothing of visitors.
      if (keys.size === 0 && dump.user === null) return null;
      return await exportOf(await restore(dump, keys));
    } catch (error) {
      failure = error;
    }
  }
  if (failure !== null) throw failure;
  return null;
}

/** Documentation pages are separate files and record nothing. */
function isWithin(url: string, origin: string): boolean {
  const { origin: its, pathname } = new URL(url);
  return its === new URL(origin).origin && !/^\/docs(\/|$)/.test(pathname);
}

/** A journey may end during a navigation: then the next page is read once it is loaded. */
async function dumpOf(page: Page): Promise<string> {
  const dump = () => page.evaluate(dumpLog);
  return dump().catch(async (error: unknown) => {
    if (!/context was destroyed|navigation/.test(String(error))) throw error;
    await page.waitForLoadState();
    return dump();
  });
}

/** @returns what differed, was missing or could not be read; empty if the replay ends in the same state. */
export async function faultsOf({ sessions, file }: JourneyLog): Promise<readonly string[]> {
  const projections = [...allProjections().values()];
  const exported = await replayFile(new Blob([file]).stream());
  const divergences = [
    ...sessions.map((session) => checkReplay(session, projections).divergence),
    ...exported.sessions.map(({ divergence }) => divergence),
  ];
  const failures = exported.sessions.map(({ failure }) => failure);
  return [
    ...lacksOf(sessions, exported),
    ...divergences.flatMap((divergence) => (divergence ? describeDivergence(divergence) : [])),
    ...failures.filter((failure) => failure !== null),
  ];
}

/** A log without outcomes would never differ. */
function lacksOf(sessions: readonly SessionContent[], exported: FileReplay): readonly string[] {
  if (sessions.length === 0) return ["No session was kept"];
  const lacks = sessions.flatMap(({ id, events, outcomes }) => {
    if (events.length === 0) return [`Session ${id} has no events that can be read`];
    const isLong = events.length >= DIGESTED_AFTER;
    return isLong && outcomes.digests.size === 0 ? [`Session ${id} has no outcomes`] : [];
  });
  const [kept, replayed] = [sessions.length, exported.sessions.length];
  const leftOut = replayed === kept ? [] : [`${replayed} of ${kept} sessions were replayed`];
  return [...lacks, ...leftOut];
}

/** The end of the log, one line per event. */
export function endOf({ sessions }: JourneyLog): string {
  const events = sessions
    .flatMap((session) => session.events)
    .sort((a, b) => a.time - b.time || a.seq - b.seq);
  const shown = events.slice(-SHOWN_EVENTS);
  const last = events.at(-1)?.time ?? 0;
  return shown
    .map(({ seq, time, type, payload, session }) => {
      const text = JSON.stringify(payload).slice(0, SHOWN_PAYLOAD);
      return `${session.slice(0, 4)} ${String(seq).padStart(5)} ${String(time - last).padStart(7)} ms  ${type} ${text}`;
    })
    .join("\n");
}

/** Runs in the page. An ending page writes pending events immediately, so this simulates its end. */
async function dumpLog(): Promise<string> {
  window.dispatchEvent(new Event("pagehide"));
  const unloads = Object.fromEntries(
    Object.entries(localStorage as unknown as Record<string, string>).filter(([key]) =>
      key.startsWith("provision.log."),
    ),
  );
  const early: unknown = JSON.parse(sessionStorage.getItem("provision.log") ?? "[]");
  const reply = await fetch("/api/users/current");
  const user: unknown = reply.status === 200 ? await reply.json() : null;
  const stores: Record<string, unknown[]> = {};
  const known = await indexedDB.databases();
  if (known.some(({ name }) => name === "provision-log")) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open("provision-log");
      opening.addEventListener("success", () => resolve(opening.result));
      opening.addEventListener("error", () => reject(new Error("The log cannot be opened")));
    });
    // One transaction reads all stores, so that each session matches its events even if the page is writing.
    const tx = db.transaction(db.objectStoreNames);
    for (const name of db.objectStoreNames) {
      const reading = tx.objectStore(name).getAll();
      reading.addEventListener("success", () => (stores[name] = reading.result));
    }
    await new Promise((resolve, reject) => {
      tx.addEventListener("complete", resolve);
      tx.addEventListener("abort", () => reject(new Error("The log cannot be read")));
    });
    db.close();
  }
  for (const [at, row] of (stores.bodies ?? []).entries()) {
    const { sealed, ...key } = row as { readonly sealed: Blob };
    const url = await new Promise<string>((resolve) => {
      const reading = new FileReader();
      reading.addEventListener("load", () => resolve(reading.result as string));
      reading.readAsDataURL(sealed);
    });
    if (stores.bodies) stores.bodies[at] = { ...key, url };
  }
  return JSON.stringify({ stores, unloads, early, user }, (_key, value: unknown) =>
    value instanceof Uint8Array ? { bytes: Array.from(value) } : value,
  );
}

interface Restored {
  readonly sessions: readonly SessionContent[];
  /** By digest. */
  readonly bodies: ReadonlyMap<string, Blob>;
}

async function restore({ stores, unloads, early, user }: Dump, known: LogKeys): Promise<Restored> {
  const keys = new Map(known);
  addLogKey(keys, getCurrentUser.succeeded.type, user);
  globalThis.indexedDB = new IDBFactory();
  const store = await openLogStore();
  const db = await openDB("provision-log");
  const { bodies: sent = [], ...others } = stores;
  for (const [name, rows] of Object.entries(others)) {
    for (const row of rows) await db.put(name, withBytes(row as Row));
  }
  globalThis.localStorage = storageOf(unloads);
  for (const owner of [...keys].map(([mark, key]) => ({ user: mark, key }))) {
    await takeUnloadBuffers(owner, (buffer) => storeUnloadBuffer(store, buffer, owner), 0);
  }
  const ownerOf = (mark: string | null): BufferOwner => {
    const key = keys.get(mark ?? "");
    if (mark === null || !key) throw new Error("No answer brought the key of a stored session");
    return { user: mark, key };
  };
  for (const buffer of early) {
    await storeUnloadBuffer(store, buffer, ownerOf(markIn(buffer.events)));
  }
  const kept = (await db.getAll("sessions")) as readonly KeptSession[];
  db.close();
  const ordered = kept.toSorted((a, b) => a.from - b.from);
  const sessions = await Promise.all(
    ordered.map((one) => store.read(one.id, ownerOf(one.user).key)),
  );
  store.close();
  const bodies = (sent as readonly SentBody[]).map(async ({ user, digest, url }) => {
    const sealed = await (await fetch(url)).blob();
    return [digest, await unsealBlob(ownerOf(user).key, digest, sealed)] as const;
  });
  return { sessions, bodies: new Map(await Promise.all(bodies)) };
}

type Row = Readonly<Record<string, unknown>>;

function withBytes(row: Row): Row {
  const { sealed } = row as { readonly sealed?: { readonly bytes: readonly number[] } };
  return sealed ? { ...row, sealed: Uint8Array.from(sealed.bytes) } : row;
}

/** Storage as pages use it: its keys are its properties. */
function storageOf(items: Readonly<Record<string, string>>): Storage {
  const storage: Record<string, unknown> = { ...items };
  const methods = {
    getItem: (key: string) => storage[key] ?? null,
    removeItem: (key: string) => void delete storage[key],
  };
  for (const [name, value] of Object.entries(methods)) {
    Object.defineProperty(storage, name, { value });
  }
  return storage as unknown as Storage;
}

async function exportOf({ sessions, bodies }: Restored): Promise<JourneyLog> {
  const chosen = sessions.map((session) => ({ ...session, since: null }));
  const { file } = await exportSessions(chosen, {
    build: "journey",
    withNames: false,
    bodyOf: async (digest) => bodies.get(digest) ?? null,
    progressed: () => undefined,
  });
  return { sessions, file: new Uint8Array(await file.arrayBuffer()) };
}
