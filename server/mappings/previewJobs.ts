/** Evaluates the requested previews of all objects while the server runs. */
import type { JobLoop } from "../jobs/jobLoop.ts";
import {
  startResourceJobs,
  type ResourceRows,
  type ResourceJobsOptions,
} from "../threads/resourceJobs.ts";

export const PREVIEW_ROWS: ResourceRows<"mapping_previews"> = {
  table: "mapping_previews",
  idColumn: "id",
  runningStatus: "running",
  progressColumn: "evaluated",
};

export function startPreviewer(options: ResourceJobsOptions): JobLoop {
  const entry = new URL("./previewThread.ts", import.meta.url);
  return startResourceJobs(PREVIEW_ROWS, { entry, folder: "previews" }, options);
}
