/** The modules that decide something without a screen: rules, the analytics core, and the server's decisions. */

export const DECISIONS = [
  /^events\/rules\//,
  /^workers\/analytics\/(?!(?:.+\/)?(?:worker|thread)\.ts$)/,
  // Each domain's commands, which load, decide and write.
  /^server\/(?:.+\/)?(?:commands|changeRules)\.ts$/,
  // Authentication, authorization and rate limits.
  /^server\/auth\/(?:access|accountTokens|csrf|mailLimit|requestLimit|transferLimit)\.ts$/,
  /^server\/auth\/throttle\//,
  /^server\/auth\/session\/(?:cookies|freshness|queries)\.ts$/,
  /^server\/auth\/password\/choice\.ts$/,
  // The second factor.
  /^server\/auth\/factors\/(?:challenges|enrolment|pendingSignIns|recoveryCodes|secondStep|totp)\.ts$/,
  // The effects of a file's lines and an import's records.
  /^server\/users\/(?:signOnAddresses|bulk\/(?:applyLines|checkLines|csv|planLines))\.ts$/,
  /^server\/import\/(?:accessGrants|arguments|columns|identityWarnings|plan\w+|resolveAccess|values)\.ts$/,
  // The content of a report, and the eviction of reports.
  /^server\/mining\/(?:evictReports|holderCounter|leases|memberSet|mineReport|reportOrder)\.ts$/,
  // Who holds what by policies and access roles, and what a change of them does.
  /^server\/access\/(?:effect|graph)\.ts$/,
  /^server\/accessRoles\/(?:effect|roleFilePlan)\.ts$/,
  /^server\/policyChanges\/(?:changeLines|computeEffect|pairs|plan|policyLines|policyPlan|rolePlan|undo)\.ts$/,
  // Plans for connected systems, their approval, and how they are written.
  /^server\/provisioning\/(?:accountChange|approval|automaticPlan|computePlan|conflicts|plan(?:Account|Figures|People|State))\.ts$/,
  /^server\/provisioning\/(?:oldValues|replacedValues)\.ts$/,
  /^server\/provisioning\/apply\/(?:acceptWrite|applyChange|readOutcome|setEntitlements|stepGate|targetObjects)\.ts$/,
  // Runs of connected systems: what they change and end, and what reverses and depends on them.
  /^server\/systems\/runs\/(?:content|dependents|dueRuns|endedPeople|leavingPeople|owners|partEntries|peopleDependents)\.ts$/,
  /^server\/systems\/runs\/(?:planWriter|readPlan|reversal|unlinkedAccounts|unmappedAccounts)\.ts$/,
  /^server\/systems\/(?:entitlements\/merge|systemLock)\.ts$/,
  // Links between accounts and people.
  /^server\/correlation\/(?:decisions|engine\/\w+|importOwners|rules|settings|simulate)\.ts$/,
  // Whose value a field of a person gets.
  /^server\/mappings\/precedence\/(?:decide|offers|uniqueValues)\.ts$/,
  // Differences between the access that people have and should have.
  /^server\/identities\/(?:accountChanges|outsideAccess|pending)\.ts$/,
  /^server\/import\/history\/(?:dependents|undoImport)\.ts$/,
  // The acceptance of requests.
  /^server\/plugins\/(?:accept|hostHeader|httpsRedirect|jsonPatch|validation)\.ts$/,
];

export const isOfServer = (file) => file.startsWith("server/");
