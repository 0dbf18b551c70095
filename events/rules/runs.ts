/** The states of runs of connected systems that forms and server share. */
import {
  RUN_CHANGES,
  type RunChange,
  type RunCounts,
  type RunStatus,
  type SystemRun,
} from "../entities/systemRun.ts";

/** Runs that have not ended. A system has one at most. */
export const OPEN_RUNS = ["waiting", "reading", "planned", "applying"] as const;

/** Runs that have changed nothing yet: a plan is applied in one transaction, which also ends the run. */
export const CANCELLABLE_RUNS = OPEN_RUNS;

export function isCancellable({ status }: Pick<SystemRun, "status">): boolean {
  return (CANCELLABLE_RUNS as readonly RunStatus[]).includes(status);
}

/** What an undo does to the object of an entry. */
export const REVERSED_CHANGES: Readonly<Record<RunChange, RunChange>> = {
  added: "removed",
  changed: "changed",
  renamed: "renamed",
  gone: "returned",
  returned: "gone",
  removed: "added",
};

/** What the undo of a run with these counts changes. */
export function reversedCounts(counts: RunCounts): RunCounts {
  const reversed = RUN_CHANGES.map((change) => [change, counts[REVERSED_CHANGES[change]]]);
  return { ...counts, ...Object.fromEntries(reversed) };
}
