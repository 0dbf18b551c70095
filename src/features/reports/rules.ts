/** What reports look like. */
import type { Report } from "#events/entities/report.ts";

/** Whether the report still waits or is being made. */
export const isPending = ({ status }: Pick<Report, "status">): boolean =>
  status === "queued" || status === "running";
