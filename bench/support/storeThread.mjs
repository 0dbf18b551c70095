/** The log's worker as a Node thread, with an in-memory database. */
import "fake-indexeddb/auto";
import { workerData } from "node:worker_threads";
import { expose } from "comlink";
import { register } from "tsx/esm/api";

// Threads do not inherit the command line's module loaders, and Node has no locks of tabs.
register();
Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
const { logStoreApi } = await import("../../src/kernel/log/logStoreApi.ts");
expose(logStoreApi, workerData);
