/** Runs and tasks of connected systems. */
export const SYSTEM_RUNS = {
  "systemRuns.notFound": "Import not found",
  "systemRuns.isOpen":
    "Another import of this system has not ended. Wait for it, apply or reject its plan, or cancel it.",
  "systemRuns.notPlanned": "This import is not waiting for a decision. Load it again.",
  "systemRuns.otherPlan":
    "The plan of this import has changed. Load it again and check what it changes.",
  "systemRuns.otherApprover":
    "Another person must apply this plan, because you started the import.",
  "systemRuns.approvedFirst":
    "You have approved this plan already. It is applied when another person approves it as well.",
  "systemRuns.otherUndoer":
    "Another person must undo this import, because you started it. Your organisation requires a second person for imports of people.",
  "systemRuns.firstApproverUndoes":
    "Another person must undo this import, because you were the first to approve its plan. Your organisation requires a second person for imports of people.",
  "systemRuns.notCancellable":
    "This import applies its changes or has ended, so you cannot cancel it. Load it again.",
  "systemRuns.notAbandonable":
    "Only an import that stopped while it applied its changes can be abandoned. Load it again.",
  "systemRuns.notUndoable":
    "This import cannot be undone: it was not applied, it was undone, or Provision no longer keeps what it changed.",
  "systemRuns.changedByRuns": {
    one: "Later imports changed {name}, which this import changed. Undo them first, in this order: {runs}.",
    other:
      "Later imports changed {count:number} objects that this import changed, such as {name}. Undo them first, in this order: {runs}.",
  },
  "systemRuns.changedByAbandoned":
    "This import cannot be undone: import {no:number} changed {name} as well and was abandoned before it ended.",
  "systemRuns.peopleChanged": {
    one: "This import cannot be undone: {name}, whom it changed, has been changed again since.",
    other:
      "This import cannot be undone: {count:number} of the people whom it changed have been changed again since, such as {name}.",
  },
  "systemRuns.peopleUsed": {
    one: "This import cannot be undone: it added {name}, and since then {use}.",
    other:
      "This import cannot be undone: it added {count:number} people, such as {name}, and since then {use}.",
  },
  "systemRuns.usedByAccounts": "accounts belong to them",
  "systemRuns.usedByRoles": "they have or own access roles",
  "systemRuns.usedByOthers": "cases, tasks or decisions name them",
  "systemRuns.usedAsManagers": "they are managers of other people",
  "systemRuns.orgsUsed": {
    one: "This import cannot be undone: the org {name}, which it added, has been used or changed since.",
    other:
      "This import cannot be undone: {count:number} orgs that it added have been used or changed since, such as {name}.",
  },
  "systemRuns.changedByProvisioning": {
    one: "This import cannot be undone: provisioning has changed {name} in the system since.",
    other:
      "This import cannot be undone: provisioning has changed {count:number} of its objects in the system since, such as {name}.",
  },
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
