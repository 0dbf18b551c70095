/** Runs of connected systems. */
export const SYSTEM_RUNS = {
  "systemRuns.notFound": "Run not found",
  "systemRuns.isOpen":
    "Another run of this system is not finished. Wait until it ends, decide about its plan, or cancel it.",
  "systemRuns.notPlanned": "This run does not wait for a decision. Load it again.",
  "systemRuns.otherPlan":
    "The run has another plan by now. Load it again and check what it changes.",
  "systemRuns.notCancellable": "This run applies its plan or has ended. Load it again.",
  "systemRuns.notUndoable": "Only the last run that changed something can be undone",
  "systemRuns.notReadable": "A manual system is not read. A person attests its accounts.",
} as const;
