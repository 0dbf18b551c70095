/** Evaluates mappings over all objects of a system, off the server's event loop. */
import { parentPort, workerData } from "node:worker_threads";
import { openRemoteDatabase } from "../threads/lending/remoteDatabase.ts";
import type { ThreadData } from "../threads/startThread.ts";
import { evaluateAll, LostPreviewError } from "./evaluateAll.ts";
import type { FromPreviewThread, PreviewThreadSettings } from "./previewJobs.ts";

const port = parentPort;
if (!port) throw new Error("previewThread.ts runs as a worker thread only");

const { settings } = workerData as ThreadData<PreviewThreadSettings>;

function send(message: FromPreviewThread): void {
  port?.postMessage(message);
}

try {
  await evaluateAll(openRemoteDatabase(port), settings.job, {
    now: new Date(settings.now),
    onProgress: (progress) => send({ kind: "progress", progress }),
  });
  send({ kind: "ended", failure: null });
} catch (error) {
  const unexpected = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const failure = error instanceof LostPreviewError ? ({ isLost: true } as const) : { unexpected };
  send({ kind: "ended", failure });
}
port.close();
