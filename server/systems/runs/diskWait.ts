/** Runs that wait for disk space say so, although the server cannot store it. */
import type { SystemRun } from "#events/entities/systemRun.ts";
import { isRunning } from "#events/rules/runs.ts";
import type { DiskSpace } from "../../jobs/diskSpace.ts";
import { DISK_FULL } from "./leases.ts";

/** A running run without a stored problem has the problem `diskFull` while it waits for space on the server's disk. */
export function withDiskWait(run: SystemRun, disk: Pick<DiskSpace, "isFull">): SystemRun {
  if (!disk.isFull || !isRunning(run) || run.problem !== null) return run;
  return { ...run, problem: DISK_FULL };
}
