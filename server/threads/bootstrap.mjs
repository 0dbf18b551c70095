// First module of every worker thread of the server. JavaScript, because Node 20 does not read TypeScript, and the main
// thread's source maps and loader do not apply to worker threads.
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { workerData } from "node:worker_threads";

const { entry } = workerData;
// Tests run from the sources. Loading a thread's modules one by one takes a second, so they use the thread of the same name
// in the server that they have just built.
const built = process.env["PROVISION_BUILT_THREADS"];
const isSource = entry.endsWith(".ts");
if (isSource && built === undefined) (await import("tsx/esm/api")).register();
if (!isSource) process.setSourceMapsEnabled(true);
await import(
  isSource && built !== undefined
    ? pathToFileURL(join(built, `${basename(entry, ".ts")}.js`)).href
    : entry
);
