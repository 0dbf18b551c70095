/** The states of runs of connected systems that forms and server share. */
import type { RunStatus, SystemRun } from "../entities/systemRun.ts";

/** Runs that have not ended. A system has one at most. */
export const OPEN_RUNS = ["waiting", "reading", "planned", "applying"] as const;

/** Runs that have changed nothing yet. */
export const CANCELLABLE_RUNS = ["waiting", "reading", "planned"] as const;

export function isCancellable({ status }: Pick<SystemRun, "status">): boolean {
  return (CANCELLABLE_RUNS as readonly RunStatus[]).includes(status);
}
