/** The policy builder, and why a report or a policy cannot be read. */
export const BUILDER = {
  "builder.left": "Nothing was applied, as the builder was left meanwhile.",
  "builder.notApplied": "Nothing was applied: {reason:sentence} Please try again.",
  "builder.applied": "Entitlement policies have been updated.",
  "builder.applyFailed": "Failed to update entitlement policies.",
  "builder.noReport": "there is no report",
  "builder.tableChanged": "the table changed meanwhile",
  "builder.selectionChanged": "The selection changed while it was read",
  "builder.exported": {
    one: "{count:number} entitlement exported as {file}.",
    other: "{count:number} entitlements exported as {file}.",
  },
  "builder.notExported": "Nothing was exported: {reason:sentence} Please export again.",

  "reports.refreshed": "Report refreshed!",
  "reports.notRefreshed": "The report could not be refreshed. {reason:sentence}",
  "reports.coreUnreachable":
    "The part of this page that reads reports could not be loaded. Try again.",
  "reports.loadOver": "The report is no longer being loaded.",
  "reports.tooLarge": "The report cannot be read: it needs more memory than there is.",
  "reports.badPolicy":
    "What the policy has already cannot be read: {problem} (byte {at:position}).",
  "reports.leftOut": "The report was left out of this log, so that its table cannot be shown.",
} as const;
