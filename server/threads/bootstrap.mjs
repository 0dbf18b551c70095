// First module of every worker thread of the server. JavaScript, because Node 20 does not read TypeScript, and the main
// thread's source maps and loader do not apply to worker threads.
import { workerData } from "node:worker_threads";

const { entry } = workerData;
if (entry.endsWith(".ts")) (await import("tsx/esm/api")).register();
else process.setSourceMapsEnabled(true);
await import(entry);
