/** Computes a simulation off the server's event loop. */
import { serveJob } from "../threads/jobThread.ts";
import { simulate } from "./simulate.ts";
import type { SimulationThreadSettings } from "./simulationJobs.ts";

await serveJob<SimulationThreadSettings, number, never>(
  ({ db, settings, reportProgress }) =>
    simulate(db, settings.job, { now: new Date(settings.now), onProgress: reportProgress }),
  () => null,
);
