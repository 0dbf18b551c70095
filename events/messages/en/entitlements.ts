/** The review of entitlements. */
export const ENTITLEMENTS = {
  "entitlements.notFound": "Entitlement not found",
  "entitlements.badPosition": "Enter a whole number from 1 to {max:number}, or leave it empty",
  "entitlements.nameTaken": "The resource has an entitlement with this name",
  "entitlements.changedElsewhere": "Someone else changed this entitlement. Load it again.",
  "entitlements.notInterim": "Only interim entitlements can be deleted",
  "entitlements.isGranted":
    "Policies or access roles grant this entitlement. Remove it from them first.",
  "entitlements.mergesItself": "An entitlement cannot be merged into itself",
  "entitlements.mergeChanged":
    "What refers to these entitlements has changed. Check what the merge changes again.",
  "entitlements.created": "{name} was added",
  "entitlements.notCreated": "{name} was not added: {reason:sentence}",
  "entitlements.saved": "{name} was saved",
  "entitlements.notSaved": "{name} was not saved: {reason:sentence}",
  "entitlements.deleted": "{name} was deleted",
  "entitlements.notDeleted": "{name} was not deleted: {reason:sentence}",
  "entitlements.merged": {
    one: "{count:number} entitlement was merged into {name}",
    other: "{count:number} entitlements were merged into {name}",
  },
  "entitlements.notMerged": "Nothing was merged into {name}: {reason:sentence}",
  "entitlements.refreshed": {
    one: "{count:number} entitlement was compared with the system",
    other: "{count:number} entitlements were compared with the system",
  },
  "entitlements.notRefreshed": "The entitlements were not compared: {reason:sentence}",
  "entitlements.rulesSaved": "The rules were saved. Publish them to use them in imports.",
  "entitlements.rulesNotSaved": "The rules were not saved: {reason:sentence}",
} as const;
