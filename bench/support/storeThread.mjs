/** The worker of the log as a thread of Node, with a database in memory. */
import "fake-indexeddb/auto";
import { workerData } from "node:worker_threads";
import { expose } from "comlink";
import { register } from "tsx/esm/api";

// Threads are not given what the command line had modules loaded by; nor has Node locks of tabs.
register();
Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
const { logStoreApi } = await import("../../src/kernel/log/logStoreApi.ts");
expose(logStoreApi, workerData);
