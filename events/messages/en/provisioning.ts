/** Previews of provisioning. */
export const PROVISIONING = {
  "provisioning.notFound": "Preview not found",
  "provisioning.isOpen":
    "Another preview of this system is being computed or applied. Wait until it ends.",
  "provisioning.notWritable":
    "Provision cannot write to this system. Connect it through a directory, a database or SCIM, or as a self-certified system.",
  "provisioning.notConfirmed": "Confirm the integration of this system first",
  "provisioning.notDecidable": "This preview is not waiting for a decision. Load it again.",
  "provisioning.changed": "Someone else changed this preview. Load it again.",
  "provisioning.changeNotFound": "Change not found, or not part of the plan",
  "provisioning.ended": "This preview has ended. Load it again.",
  "provisioning.stale":
    "This preview is out of date, because something that it depends on has changed. Generate a new one.",
  "provisioning.importOpen":
    "An import of this system has not ended. Wait until it ends, or decide on its plan first.",
  "provisioning.notAcknowledged": "Confirm first that you checked the warnings",
  "provisioning.otherApprover":
    "Another person must approve this preview, because you generated it or changed what it includes.",
  "provisioning.twoPersons":
    "Your organisation requires one person to prepare a preview and another to approve it. Provision generated this one automatically. Generate a new preview, or leave out changes of this one, so that another person can approve it.",
  "provisioning.otherRetries":
    "Another person must try these changes again, because nobody else approved this preview.",
  "provisioning.nothingFailed": "No change of this preview failed. Load it again.",
  "provisioning.started": "Provision writes the approved changes to the system",
  "provisioning.nothingApproved": "All changes are blocked or left out. Include at least one.",
  "provisioning.tooMany": "Approve at most {max:number} changes at once. Leave some out.",
  "provisioning.approved": "The owner of the system has the approved changes as tasks",
  "provisioning.notApproved": "The preview was not approved: {reason}",
  "provisioning.rejected": "The preview was rejected. Nothing was written.",
  "provisioning.notRejected": "The preview was not rejected: {reason}",
} as const;
