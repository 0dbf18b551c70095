/** The modules that decide something without a screen: rules, the analytics core, and the server's decisions. */

export const DECISIONS = [
  /^events\/rules\//,
  /^workers\/analytics\/(?!(?:.+\/)?(?:worker|thread)\.ts$)/,
  // Changes of each domain: they load, decide and write.
  /^server\/(?:.+\/)?(?:commands|changeRules)\.ts$/,
  // Who asks, whether they may, and how often.
  /^server\/auth\/(?:access|accountTokens|csrf|mailLimit|requestLimit|transferLimit)\.ts$/,
  /^server\/auth\/throttle\//,
  /^server\/auth\/session\/(?:cookies|freshness|queries)\.ts$/,
  /^server\/auth\/password\/choice\.ts$/,
  // The second factor.
  /^server\/auth\/factors\/(?:challenges|enrolment|pendingSignIns|recoveryCodes|secondStep|totp)\.ts$/,
  // Which lines of a file and which records of an import become what.
  /^server\/users\/(?:signOnAddresses|bulk\/(?:applyLines|checkLines|csv|planLines))\.ts$/,
  /^server\/import\/(?:accessGrants|arguments|columns|identityWarnings|plan\w+|resolveAccess|values)\.ts$/,
  // What a report is made of, and which reports stay.
  /^server\/mining\/(?:evictReports|holderCounter|leases|memberSet|mineReport|reportOrder)\.ts$/,
  // Which requests are let in.
  /^server\/plugins\/(?:accept|hostHeader|httpsRedirect|jsonPatch|validation)\.ts$/,
];

export const isOfServer = (file) => file.startsWith("server/");
