/** Texts of setting up a system: configuration, imports, activation, confirmation. */
import type { FileFormat, FileText } from "#events/entities/connector.ts";
import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { count, counted } = formatsOf("en");

const CHARSETS: Readonly<Record<FileText["charset"], string>> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16 (little-endian)",
  "utf-16be": "UTF-16 (big-endian)",
  "windows-1252": "Windows-1252",
};
const DELIMITERS: Readonly<Record<FileText["delimiter"], string>> = {
  ",": "comma",
  ";": "semicolon",
  "\t": "tab",
  "|": "vertical bar",
};

const english = {
  connection: "Connection",
  connectionWhat:
    "How Provision reaches the system. Saved settings take effect when you publish them.",
  loadFailed: "The settings could not be loaded",
  notSaved: "The configuration was not saved",
  noFields: "This connector has nothing to set up.",
  optional: "Empty: the default of the connector",
  chooseFile: "Choose a file",
  fileHint: (megabytes: number) => `At most ${count(megabytes)} MB`,
  fileOf: (name: string, size: string) => `${name} (${size})`,
  noFile: "No file yet",
  noColumn: "No column",
  formatUnknown: "The columns of the file are not known",
  formatOf: ({ columns, text }: FileFormat) => {
    const names = `${counted(columns.length, { one: "column", other: "columns" })}: ${columns.join(", ")}`;
    if (text === null) return `Excel workbook. ${names}`;
    const mark = text.isMarked ? "with byte order mark" : "without byte order mark";
    const file = text.isCompressed ? "compressed file" : "file";
    return `${CHARSETS[text.charset]} ${file} ${mark}, delimiter: ${DELIMITERS[text.delimiter]}. ${names}`;
  },
  fileSending: (name: string) => `Sending ${name}`,
  fileRefused: "The file was not sent",
  fromFile: (field: string) => `Read from a file: ${field}`,
  textFileHint: "A text file, at most 2 MB",
  textFileRefused: (name: string) => `${name} was not read`,
  fileReady: "Sent. Save the configuration to use it.",
  yes: "Yes",
  no: "No",

  access: "Access",
  accessWhat: (field: string) =>
    `You grant access at the provider, and Provision stores what it answers as "${field}".`,
  accessGranted: "Access granted",
  accessOpen: "Access not granted",
  redirectUri: "Register this redirect address at the provider",
  authorize: "Authorize",
  authorizeAgain: "Authorize again",
  finishing: "Storing the granted access",
  notAuthorized: "Access was not granted",
  denied: "You or the provider denied the access. Nothing was changed.",
  providerError: (code: string) =>
    `The provider answered ${code}. Check the client id, the scope and the redirect address. Nothing was changed.`,

  test: "Test",
  testTitle: "Test of the connection",
  testWhat: "Uses the saved configuration. Nothing is changed in the system.",
  testNow: "Test connection",
  testFirst: "Save your changes first",
  untested: "Not tested yet",
  changedSince: "The configuration changed since the last test",
  passed: "The connection works",
  failedAt: (step: string) => `Failed: ${step}`,
  stepPassed: "passed",
  stepFailed: "failed",
  stepOpen: "not reached",
  testRefused: "The test was not run",

  classes: "What the system stores",
  classesWhat: "As last discovered. A passed test discovers it again.",
  discover: "Discover",
  noClasses: "Nothing discovered yet. Test the connection.",
  discoveryFailed: "The system could not be read",
  roles: { account: "Accounts", entitlement: "Entitlements" },
  idAttribute: "Id",
  nameAttribute: "Name",
  attributes: "Attributes",
  required: "required",

  importing: "Import",
  importNotSaved: "The import settings were not saved",
  owners: "Owners of accounts",
  ownersWhat: "Provision finds the person to whom an account belongs by one of its attributes.",
  ownerAttribute: "Attribute of the account",
  ownerField: "It contains",
  noOwner: "None: accounts have no owner",
  ownerFields: {
    externalId: "The id of the person",
    username: "The username",
    email: "The email address",
  },
  people: "People",
  peopleWhat: "The attribute with each detail of a person",
  identity: {
    externalId: "Id of the person",
    username: "Username",
    givenName: "Given name",
    familyName: "Family name",
    email: "Email",
    jobTitle: "Job title",
    department: "Department",
    location: "Location",
    manager: "Manager (id of the person)",
  },
  none: "None",
  inclusions: "Included entitlements",
  inclusionsHint:
    "One pattern in each line, such as APP-*. Empty: all. Entitlement Review shows how many match.",
  exclusions: "Excluded entitlements",
  exclusionsHint: "One pattern in each line. * stands for any text, such as TEST_*.",
  scheduling: "Schedule and safety",
  schedulingWhat: "A plan that changes more than these limits waits for your decision.",
  schedule: "Import",
  schedules: {
    "": "Only when I start it",
    "15": "Every 15 minutes",
    "60": "Every hour",
    "360": "Every 6 hours",
    "720": "Every 12 hours",
    "1440": "Every day",
    "10080": "Every week",
  },
  everyMinutes: (minutes: number) => `Every ${count(minutes)} minutes`,
  maxGonePercent: "Objects that may disappear",
  maxRenamedPercent: "Objects that may be renamed",
  maxRewrittenHint: "Also people who may get another name, job, department or location",
  graceDays: "Keep the accounts of missing objects for",
  daysUnit: "days",
  writing: "Writing",
  writingWhat: "How fast approved changes are written to the system",
  writesPerMinute: "Writes per minute, at most",

  activation: "When people leave",
  activationWhat: "What happens to their accounts in this system",
  onLeave: "Accounts of people who leave",
  leaving: {
    keep: "Keep them as they are",
    disable: "Disable them",
    remove: "Remove them",
  },
  cannotDisable: "The connector cannot disable accounts.",
  disabledKeep: "Disabled accounts keep their entitlements.",
  othersKeep:
    "People who stay but lose all their entitlements keep an enabled account, unless a mapping of existence decides otherwise.",
  cannotWrite: "The connector only reads.",
  changedByPeople:
    "Provision does not write to this system. It creates tasks for the people who change the accounts.",
  afterDays: "After",
  dormancy: "Dormant accounts",
  dormancyWhat:
    "The report about dormant accounts lists accounts without activity for longer than this. It needs an attribute in which the system writes the time of the last activity.",
  activityAttribute: "Attribute with the last activity",
  noActivityAttribute: "None: the system is not in the report",
  activityFormats:
    "The report reads ISO 8601, LDAP generalized time, Windows file time, and seconds or milliseconds since 1970.",
  dormantAfterDays: "Dormant after",
  enableOnReturn: "Enable the disabled account of a person who returns",
  previews: "Previews of provisioning",
  previewsWhat:
    "Provision compares people, policies and roles with the accounts of this system after an import, a few minutes after a change, and when a date has passed. A preview with changes then waits for your approval.",
  automaticPreviews: "Generate previews automatically",
  activationNotSaved: "The activation settings were not saved",

  checklist: "Before you confirm",
  checklistWhat: "A confirmed system is Live. Until then it is Onboarding.",
  checks: {
    configured: "The configuration is complete",
    tested: "The test of the connection passed",
    published: "Settings were published",
    imported: "The first import is complete",
  },
  checkDone: "Done",
  checkOpen: "Open",
  checkLinks: {
    configured: "Set up the connection",
    tested: "Test the connection",
    published: "Publish the settings",
    imported: "Import accounts",
  },
  confirm: "Confirm integration",
  isConfirmed: "This integration is confirmed",
  isConfirmedWhat: "Nothing else to do here.",
  notConfirmed: "The integration was not confirmed",
  importIsOptional: "You can confirm before the first import.",
};

export type SetupMessages = typeof english;
export const setupMessages = createCatalogue(english, {
  de: async () => (await import("./setupMessages.de.ts")).german,
});
