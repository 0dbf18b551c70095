/** The event log of a journey: taken from the page, exported and replayed by the app's own code, here in Node. */
import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import type { Page } from "@playwright/test";
import { openDB } from "idb";
import "#src/app/models.ts";
import type { LastWords } from "#src/app/lastWords.ts";
import { checkReplay } from "#src/kernel/log/checkReplay.ts";
import { redactSessions } from "#src/kernel/log/exportLog.ts";
import { openLogStore, type SessionContent } from "#src/kernel/log/logStore.ts";
import { readLog } from "#src/kernel/log/readLog.ts";
import { gzipped, logLines } from "#src/kernel/log/writeLog.ts";
import { allProjections } from "#src/kernel/projection.ts";
import { describeDivergence } from "#src/replay/describe.ts";

/** Events of a failed journey that are shown. */
const SHOWN_EVENTS = 30;
/** Characters of a payload that are shown. */
const SHOWN_PAYLOAD = 160;

/** What a browser holds of the log: its stores as they are, and what ended pages left. */
interface Dump {
  readonly stores: Readonly<Record<string, readonly unknown[]>>;
  readonly lastWords: readonly string[];
}

export interface JourneyLog {
  readonly sessions: readonly SessionContent[];
  /** The file as support would get it, with pseudonyms. */
  readonly file: Uint8Array<ArrayBuffer>;
}

/** @returns null where no page of the product is open. */
export async function takeLog(pages: readonly Page[]): Promise<JourneyLog | null> {
  for (const page of pages) {
    if (page.isClosed() || !page.url().startsWith("http")) continue;
    const dump = await page.evaluate(dumpLog).catch(() => null);
    if (dump) return exportOf(await sessionsOf(JSON.parse(dump) as Dump));
  }
  return null;
}

/** @returns what came out otherwise, or could not be read; none where the replay ends in the same state. */
export async function faultsOf({ sessions, file }: JourneyLog): Promise<readonly string[]> {
  const projections = [...allProjections().values()];
  const opened = await readLog(new Blob([file]).stream());
  return [...sessions, ...opened.sessions].flatMap((session) => {
    const { divergence } = checkReplay(session, projections);
    return divergence ? describeDivergence(divergence) : [];
  });
}

/** The end of the log, a line an event. */
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

/** Runs in the page. A page that ends writes at once what was not written yet: here it is told that it ends. */
async function dumpLog(): Promise<string> {
  window.dispatchEvent(new Event("pagehide"));
  const lastWords = Object.keys(localStorage)
    .filter((key) => key.startsWith("provision.log."))
    .map((key) => localStorage.getItem(key));
  const stores: Record<string, unknown> = {};
  const known = await indexedDB.databases();
  if (known.some(({ name }) => name === "provision-log")) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open("provision-log");
      opening.addEventListener("success", () => resolve(opening.result));
      opening.addEventListener("error", () => reject(new Error("The log cannot be opened")));
    });
    for (const name of db.objectStoreNames) {
      stores[name] = await new Promise((resolve) => {
        const reading = db.transaction(name).objectStore(name).getAll();
        reading.addEventListener("success", () => resolve(reading.result));
      });
    }
    db.close();
  }
  return JSON.stringify({ stores, lastWords });
}

async function sessionsOf({ stores, lastWords }: Dump): Promise<readonly SessionContent[]> {
  globalThis.indexedDB = new IDBFactory();
  (await openLogStore()).close();
  const db = await openDB("provision-log");
  for (const [name, rows] of Object.entries(stores)) {
    for (const row of rows) await db.put(name, row);
  }
  db.close();
  const store = await openLogStore();
  for (const text of lastWords) {
    const { session, build, events, outcomes } = JSON.parse(text) as LastWords;
    await store.append(session, build, events);
    for (const batch of outcomes) await store.addOutcomes(session, batch);
  }
  const sessions = await store.sessions();
  const contents = await Promise.all(sessions.map(({ id }) => store.read(id)));
  store.close();
  return contents.toReversed();
}

async function exportOf(sessions: readonly SessionContent[]): Promise<JourneyLog> {
  const key = new Uint8Array(32).fill(1);
  const redacted = redactSessions(sessions, key, allProjections().values());
  const origin = {
    build: "journey",
    appVersions: [...new Set(sessions.map(({ build }) => build))],
    exportedAt: Date.now(),
    redaction: "pseudonyms" as const,
  };
  const file = gzipped(logLines({ sessions: redacted, bodies: [] }, origin));
  return { sessions, file: new Uint8Array(await new Response(file).arrayBuffer()) };
}
