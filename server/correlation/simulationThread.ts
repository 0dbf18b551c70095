/** Computes a simulation off the server's event loop. */
import { serveJob } from "../threads/jobThread.ts";
import type { ResourceJobSettings } from "../threads/resourceJobs.ts";
import { simulate } from "./simulate.ts";

await serveJob<ResourceJobSettings, number, never>(
  ({ db, settings, reportProgress }) =>
    simulate(db, settings.job, { now: new Date(settings.now), onProgress: reportProgress }),
  () => null,
);
