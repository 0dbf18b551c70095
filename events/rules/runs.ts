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

/** A worker performs the run, or will take it. */
export function isRunning(run: Pick<SystemRun, "status"> | null): boolean {
  return run !== null && ["waiting", "reading", "applying"].includes(run.status);
}

/** A run that met a full disk of the server continues once there is space. */
export function waitsForDisk(run: Pick<SystemRun, "status" | "problem">): boolean {
  return isRunning(run) && run.problem?.code === "diskFull" && run.problem.step === null;
}

/** Maximum people that a plan lists if it is applied without a decision. It counts all of them. */
export const MAX_LISTED_PEOPLE = 10_000;

/** Until the first part of its plan is applied, a run has changed nothing. From then on it can only be undone. */
export function isCancellable({
  status,
  progress,
}: Pick<SystemRun, "status" | "progress">): boolean {
  const isOpen = (OPEN_RUNS as readonly RunStatus[]).includes(status);
  return isOpen && !(status === "applying" && progress > 0);
}

/** A run that has applied a part of its plan and cannot go on. The part stays applied when a user ends it. */
export function isAbandonable(run: Pick<SystemRun, "status" | "progress" | "problem">): boolean {
  const { status, progress, problem } = run;
  return status === "applying" && progress > 0 && problem !== null && !waitsForDisk(run);
}

type TwoPeople = Pick<SystemRun, "needsOtherPerson" | "preparedBy" | "firstApproval">;

/** The first of two people: who started the run, or was the first to approve the plan of a run that Provision started. */
function firstPerson({ preparedBy = [], firstApproval }: TwoPeople): string | null {
  return preparedBy[0]?.id ?? firstApproval?.id ?? null;
}

/** Whether the plan needs two people, and none of them has started the run or approved the plan yet. */
export function needsFirstApproval(run: TwoPeople): boolean {
  return run.needsOtherPerson === true && firstPerson(run) === null;
}

/** Whether the client's approval rules leave it to another person than this one to apply the plan, or to undo the run. */
export function isLeftToOthers(run: TwoPeople, userId: string | undefined): boolean {
  const first = firstPerson(run);
  return run.needsOtherPerson === true && first !== null && first === userId;
}

/** The entries of a plan. */
export function countChanges(counts: RunCounts): number {
  return RUN_CHANGES.reduce((sum, change) => sum + counts[change], 0);
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
  return { ...counts, ...Object.fromEntries(reversed), leaving: 0, rewritten: 0, excluded: 0 };
}
