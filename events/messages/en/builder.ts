/** The policy builder, and why a report or a policy is unreadable. */
export const BUILDER = {
  "builder.left": "Nothing was applied because you left the builder.",
  "builder.notApplied": "Nothing was applied: {reason:sentence} Try again.",
  "builder.applied": "Entitlement policies have been updated.",
  "builder.alreadyApplied": {
    one: "The selected entitlement is already in the policy. Nothing was changed.",
    other:
      "All {count:number} selected entitlements are already in the policy. Nothing was changed.",
  },
  "builder.alreadyGranted": {
    one: "The selected entitlement is already granted by the policy of an org above. Nothing was changed.",
    other:
      "All {count:number} selected entitlements are already granted by this policy and those of the orgs above. Nothing was changed.",
  },
  "builder.applyFailed": "Failed to update entitlement policies.",
  "builder.applyFailedElsewhere": "Failed to update entitlement policies. {reason:sentence}",
  "builder.noReport": "there is no report",
  "builder.tableChanged": "the table changed in the meantime",
  "builder.selectionChanged": "The selection changed while it was read",
  "builder.exported": {
    one: "{count:number} entitlement exported as {file}.",
    other: "{count:number} entitlements exported as {file}.",
  },
  "builder.notExported": "Nothing was exported: {reason:sentence} Export again.",

  "reports.refreshed": "Report refreshed!",
  "reports.notRefreshed": "The report could not be refreshed. {reason:sentence}",
  "reports.coreUnreachable": "Couldn't load the part of this page that reads reports. Try again.",
  "reports.loadOver": "The report is no longer being loaded.",
  "reports.leftOut": "This log doesn't contain the report, so its table can't be shown.",
} as const;
