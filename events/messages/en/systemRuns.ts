/** Runs of connected systems. */
export const SYSTEM_RUNS = {
  "systemRuns.notFound": "Import not found",
  "systemRuns.isOpen":
    "Another import of this system has not ended. Wait for it, apply or reject its plan, or cancel it.",
  "systemRuns.notPlanned": "This import is not waiting for a decision. Load it again.",
  "systemRuns.otherPlan":
    "The plan of this import has changed. Load it again and check what it changes.",
  "systemRuns.notCancellable": "This import is being applied or has ended. Load it again.",
  "systemRuns.notUndoable": "Only the last applied import can be undone, unless it added people",
  "systemRuns.notReadable": "A manual system is not read. A person attests its accounts.",
} as const;
