/** The store of the log in a worker of its own, so that the thread that draws the page only hands over what it records. */
import { proxy, wrap, type Endpoint } from "comlink";
import { message } from "#events/messages/message.ts";
import { wait } from "../sleep.ts";
import { MessageError } from "../messageError.ts";
import { createBodyStore } from "./bodyStore.ts";
import { readSession } from "./storedSession.ts";
import { openLogDatabase, type LogDatabase } from "./logDatabase.ts";
import type { LogStore } from "./logStore.ts";
import type { StoreKeeper } from "./logStoreApi.ts";

/** Milliseconds in which the worker has come and opened the store, or is not going to: an export waits for it. */
const MAX_START = 30_000;

/**
 * Starts the worker and opens the store in it.
 *
 * @param onDropped what was kept before could not be read, and is gone.
 * @throws Error where the browser keeps nothing, by the name of its DOMException, or where the worker does not start
 * in time.
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
      // It would open a store that nobody asks any more.
      worker.terminate();
      throw error;
    })
    .finally(() => starting.abort());
}

/** @param endpoint at whose other end is a `StoreKeeper`. */
export async function openStoreBehind(
  endpoint: Endpoint,
  onDropped: () => void,
): Promise<LogStore> {
  const store = await wrap<StoreKeeper>(endpoint).open(proxy(onDropped));
  const { append, addOutcomes, addCheckpoint, sessions, trim, clear, close, bodies } = store;
  const here = async <Result>(work: (db: LogDatabase) => Promise<Result>): Promise<Result> => {
    const db = await openLogDatabase(onDropped);
    return work(db).finally(() => db.close());
  };
  return {
    append,
    addOutcomes,
    addCheckpoint,
    sessions,
    trim,
    clear,
    close: () => void close(),
    // All of it in one message would stop the page that reads it: here it comes in pages.
    read: (session) => here((db) => readSession(db, session)),
    bodies: {
      // A worker at rest collects no garbage: it would hold a report of 640 MB whose name passed through it.
      put: (digest, bytes, now) => here((db) => createBodyStore(db).put(digest, bytes, now)),
      get: (digest) => here((db) => createBodyStore(db).get(digest)),
      trim: bodies.trim,
      dropUncited: bodies.dropUncited,
    },
  };
}
