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
  "provisioning.rejected": "The preview was rejected. Nothing was written.",
  "provisioning.notRejected": "The preview was not rejected: {reason}",
} as const;
