/** Computes the requested simulations while the server runs. */
import type { JobLoop } from "../jobs/jobLoop.ts";
import {
  startResourceJobs,
  type ResourceRows,
  type ResourceJobsOptions,
} from "../threads/resourceJobs.ts";

export const SIMULATION_ROWS: ResourceRows<"correlation_simulations"> = {
  table: "correlation_simulations",
  idColumn: "oid",
  runningStatus: "running",
  progressColumn: "progress",
};

export function startSimulator(options: ResourceJobsOptions): JobLoop {
  const entry = new URL("./simulationThread.ts", import.meta.url);
  return startResourceJobs(SIMULATION_ROWS, { entry, folder: "simulations" }, options);
}
