/** Runs and tasks of connected systems. */
export const SYSTEM_RUNS = {
  "systemRuns.notFound": "Import not found",
  "systemRuns.isOpen":
    "Another import of this system has not ended. Wait for it, apply or reject its plan, or cancel it.",
  "systemRuns.notPlanned": "This import is not waiting for a decision. Load it again.",
  "systemRuns.otherPlan":
    "The plan of this import has changed. Load it again and check what it changes.",
  "systemRuns.notCancellable":
    "This import applies its changes or has ended, so you cannot cancel it. Load it again.",
  "systemRuns.notUndoable": "Only the last applied import can be undone, unless it added people",
  "systemRuns.notReadable": "A manual system is not read. A person attests its accounts.",
  "systemTasks.notFound": "Task not found",
  "systemTasks.notSelfCertified": "Only self-certified systems have tasks",
  "systemTasks.notOpen":
    "This task was attested or withdrawn in the meantime. Load the tasks again.",
  "systemTasks.notOwner": "Only the owner of this system can attest its tasks",
  "systemTasks.added": "The task for {account} was added",
  "systemTasks.notAdded": "The task for {account} was not added: {reason}",
  "systemTasks.attested": "You attested the task for {account}",
  "systemTasks.notAttested": "The task for {account} was not attested: {reason}",
  "systemTasks.withdrawn": "The task for {account} was withdrawn",
  "systemTasks.notWithdrawn": "The task for {account} was not withdrawn: {reason}",
} as const;
