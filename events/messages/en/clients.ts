/** Clients, orgs, resources, policies, reports, and support requests. */
export const CLIENTS = {
  "clients.notFound": "Client not found",
  "clients.signInRulesSaved": "The sign-in rules were saved.",
  "clients.signInRulesNotSaved": "The sign-in rules were not saved: {reason:sentence}",
  "clients.nameTaken": "{label} is already used by another client",
  "clients.badWebsite": "Website must begin with https:// or http://",
  "clients.formatWithoutParts": "Use at least one of {parts}",
  "clients.formatBraces": "Braces belong to {parts} only",
  "clients.saved": "{name} was saved.",
  "clients.notSaved": "The client was not saved: {reason:sentence}",
  "clients.formatNotSaved": "The username format was not saved: {reason:sentence}",
  "clients.tooManyManagers":
    "There are more managers than can be listed here; change each in Edit User",

  "orgs.notFound": "Org not found",
  "orgs.jobTitles": "Job Titles",
  "orgs.departments": "Departments",
  "orgs.locations": "Locations",
  "orgs.jobTitle": "Job title",
  "orgs.department": "Department",
  "orgs.location": "Location",
  "orgs.unknown": "Org {id} not found",
  "entitlements.notFound": "Entitlement not found",
  "identities.notFound": "Identity not found",
  "resources.notFound": "Resource not found",
  "policies.entitlementNotFound": "Inducement not found",
  "policies.unknownEntitlement": "no entitlement has the role oid {id}",
  "policies.changeTooLarge":
    "This change writes more than {max:number} grants. Choose fewer orgs or fewer entitlements",
  "policies.previewOutdated":
    "Policies or memberships changed since the preview. Nothing was changed. Check the new preview and apply again",
  "policies.changeNotFound": "Change not found",
  "policies.alreadyUndone": "This change is already undone",
  "policyFile.noOrg": "This line names no org",
  "policyFile.unknownOrg": "No org is called {name}",
  "policyFile.ambiguousOrg": "Several orgs are called {name}. Add the column orgOid or orgType",
  "policyFile.unknownEntitlement": "No entitlement is called {name} on the resource {resource}",
  "policyFile.columns": "The line has {count:number} values where the header has {expected:number}",
  "policyFile.tooManyLines": "The file has more than {max:number} lines",
  "policies.undone": "The change was undone: {added:number} added, {removed:number} removed.",
  "policies.notUndone": "The change was not undone: {reason:sentence}",
  "policies.bulkApplied": "Policies changed: {orgs:number}.",
  "policies.bulkNotApplied": "The policies were not changed: {reason:sentence}",
  "policies.removed": "{name} was removed from the policy.",
  "policies.alreadyRemoved": "{name} was no longer in the policy.",
  "policies.notRemoved": "{name} was not removed: {reason:sentence}",

  "builder.clearFilter":
    "Please clear the filter to see all items being applied before clicking the Apply button",
  "builder.clearFilterFirst": "Please clear filter before submitting",
  "builder.nothingSelected": "Please select at least one entitlement",
  "builder.tooManySelected":
    "{selected:number} entitlements are selected, and at most {max:number} can be applied at once. Apply some of the resources first and then the others: the policy keeps the first ones",
  "builder.hint":
    "{assigned:number}% of identities are assigned to {name}, while {others:number}% are not.",
  "builder.unlinkedAccounts": "Unlinked accounts detected",
  "builder.unlinked": {
    one: "{count:number} of {total:number} identities has no linked account",
    other: "{count:number} of {total:number} identities have no linked account",
  },
  "builder.lowCohesion":
    "This entitlement is only shared by a small portion of users in this role... Review it before adding it to the policy.",

  "reports.failed": "The report could not be mined",
  "reports.tooMany":
    "{max:number} reports that you asked for are still being made; wait until one is ready, then try again",

  "support.tooMany":
    "You made {max:number} requests in the last hour. They are kept; try again later.",
  "support.requestSent": "Support request sent.",
  "support.requestKept": "Support request saved on the server.",
  "support.requestSaved":
    "The request was saved on the server and not emailed: email to support is not set up.",
  "support.requestNotSent": "Your request was not sent: {reason:sentence}",
} as const;
