/** Evaluates mappings over all objects of a system, off the server's event loop. */
import { serveJob } from "../threads/jobThread.ts";
import type { ResourceJobSettings } from "../threads/resourceJobs.ts";
import { evaluateAll } from "./evaluateAll.ts";

await serveJob<ResourceJobSettings, number, never>(
  ({ db, settings, reportProgress }) =>
    evaluateAll(db, settings.job, { now: new Date(settings.now), onProgress: reportProgress }),
  () => null,
);
