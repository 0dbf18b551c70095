/** The log store in a separate worker, so that the rendering thread only passes events on. */
import { proxy, wrap, type Endpoint } from "comlink";
import { message } from "#events/messages/message.ts";
import { wait } from "../sleep.ts";
import { MessageError } from "../messageError.ts";
import { createBodyStore } from "./bodyStore.ts";
import { readSession } from "./storedSession.ts";
import { openLogDatabase, type LogDatabase } from "./logDatabase.ts";
import type { LogStore } from "./logStore.ts";
import type { StoreKeeper } from "./logStoreApi.ts";

/** Milliseconds for the worker to load and open the store, because an export waits for it. */
const MAX_START = 30_000;

/**
 * Starts the worker and opens the store in it.
 *
 * @param onDropped called if earlier logs could not be read and are lost.
 * @throws Error if the browser stores nothing, with the name of its DOMException, or if the worker does not start in
 * time.
 */
export async function openStoreInWorker(onDropped: () => void): Promise<LogStore> {
  const worker = new Worker(new URL("./logStoreWorker.ts", import.meta.url), { type: "module" });
  const starting = new AbortController();
  const failed = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(new MessageError(message("logs.storeNotLoaded")));
    worker.addEventListener("error", fail);
    void wait(MAX_START, starting.signal).then(fail, () => undefined);
  });
  return Promise.race([openStoreBehind(worker, onDropped), failed])
    .catch((error: unknown) => {
      // It would open a store that is no longer used.
      worker.terminate();
      throw error;
    })
    .finally(() => starting.abort());
}

/** @param endpoint connected to a `StoreKeeper`. */
export async function openStoreBehind(
  endpoint: Endpoint,
  onDropped: () => void,
): Promise<LogStore> {
  const store = await wrap<StoreKeeper>(endpoint).open(proxy(onDropped));
  const { append, addOutcomes, addCheckpoint, sessions, sealEarlier, trim, clear } = store;
  const { close, bodies } = store;
  const here = async <Result>(work: (db: LogDatabase) => Promise<Result>): Promise<Result> => {
    const db = await openLogDatabase(onDropped);
    return work(db).finally(() => db.close());
  };
  return {
    append,
    addOutcomes,
    addCheckpoint,
    sessions,
    sealEarlier,
    trim,
    clear,
    close: () => void close(),
    // One large message would block the page that reads it, so the records come in pages.
    read: (session, key) => here((db) => readSession(db, session, key)),
    bodies: {
      // An idle worker collects no garbage, and would retain a report of 640 MB whose handle passed through it.
      touch: (key, now) => here((db) => createBodyStore(db).touch(key, now)),
      put: (key, sealed, now) => here((db) => createBodyStore(db).put(key, sealed, now)),
      has: (key) => here((db) => createBodyStore(db).has(key)),
      get: (key) => here((db) => createBodyStore(db).get(key)),
      trim: bodies.trim,
      dropUncited: bodies.dropUncited,
    },
  };
}
