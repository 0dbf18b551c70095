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
  // Plans for connected systems, what reverses and depends on them, and links between accounts and people.
  /^server\/provisioning\/(?:apply\/acceptWrite|computePlan|planAccount|planPeople)\.ts$/,
  /^server\/systems\/runs\/(?:dependents|findRemovedPeople|owners|removedPeople|reversal)\.ts$/,
  /^server\/correlation\/(?:decisions|engine\/\w+|settings)\.ts$/,
  /^server\/import\/history\/(?:dependents|undoImport)\.ts$/,
  // The acceptance of requests.
  /^server\/plugins\/(?:accept|hostHeader|httpsRedirect|jsonPatch|validation)\.ts$/,
];

export const isOfServer = (file) => file.startsWith("server/");
