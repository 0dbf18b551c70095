// First module of every worker thread of the server. It is JavaScript because Node 20 reads no TypeScript, and neither
// source maps nor the loader that the server was started with reach from the main thread into this one.
import { workerData } from "node:worker_threads";

const { entry } = workerData;
if (entry.endsWith(".ts")) (await import("tsx/esm/api")).register();
else process.setSourceMapsEnabled(true);
await import(entry);
