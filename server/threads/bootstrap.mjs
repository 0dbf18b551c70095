// First module of every worker thread of the server. It is JavaScript because Node 20 reads no TypeScript, and the
// loader that the server was started with registers itself in the main thread only.
import { workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

register();
await import(workerData.entry);
