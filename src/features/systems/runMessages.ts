/** Texts of publishing, importing and deleting a system. */
import type { RunChange, RunGate, RunKind, RunStatus } from "#events/entities/systemRun.ts";
import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";
import type { GateFigure } from "./runRules.ts";

const { count, counted, percent } = formatsOf("en");

const accounts = (number: number) => counted(number, { one: "account", other: "accounts" });
const entitlements = (number: number) =>
  counted(number, { one: "entitlement", other: "entitlements" });
const objects = (number: number) => counted(number, { one: "object", other: "objects" });

/** "312 of 2,000 people". */
const partOf = ({ part, of, isHr }: GateFigure) =>
  `${count(part)} of ${isHr ? counted(of, { one: "person", other: "people" }) : objects(of)}`;
const share = ({ part, of, limit }: GateFigure) =>
  `(${percent((100 * part) / of)}); the limit is ${percent(limit)}.`;
const missing = (figure: GateFigure) => `Missing: ${partOf(figure)} ${share(figure)}`;

const statuses: Readonly<Record<RunStatus, string>> = {
  waiting: "Waiting",
  reading: "Reading",
  planned: "Waits for your decision",
  applying: "Applying",
  done: "Done",
  failed: "Failed",
  cancelled: "Cancelled",
  rejected: "Rejected",
  undone: "Undone",
};
/** What happened, and what to do. */
const statusHints: Readonly<Record<RunStatus, string>> = {
  waiting: "It starts soon, or later if the system asked to wait.",
  reading: "Provision reads the system. Nothing is changed before the plan is complete.",
  planned: "Nothing has changed yet. Check what the plan changes, then apply or reject it.",
  applying: "The plan is being applied. You can cancel it as a whole until it ends.",
  done: "The plan was applied.",
  failed: "Nothing was changed. Correct the problem and import again.",
  cancelled: "Nothing was changed.",
  rejected: "The plan was discarded. Nothing was changed.",
  undone: "A later import took its changes back.",
};
const changes: Readonly<Record<RunChange, string>> = {
  added: "New",
  changed: "Changed",
  renamed: "Renamed",
  gone: "Missing",
  returned: "Returned",
  removed: "Removed",
};
const changeHints: Readonly<Record<RunChange, string>> = {
  added: "Not known before",
  changed: "With other content",
  renamed: "With another name, or moved",
  gone: "Not in the system any more; removed after the grace period",
  returned: "Back after it was missing",
  removed: "The grace period is over",
};
const kinds: Readonly<Record<RunKind, string>> = {
  full: "Everything",
  changes: "Changes",
  undo: "Undo",
};
const gates: Readonly<Record<RunGate, { readonly what: string; readonly todo: string }>> = {
  manyGone: {
    what: "More objects are missing than the limit allows.",
    todo: "Check whether they were really deleted. A wrong filter or search base looks the same.",
  },
  incomplete: {
    what: "The system was not read completely.",
    todo: "Objects that were not read are not treated as missing. Correct the problem below, or apply what was read.",
  },
  manyRenamed: {
    what: "More objects have other names than the limit allows.",
    todo: "Check whether the attribute with the name was changed.",
  },
  manyLeaving: {
    what: "More people leave than the limit allows.",
    todo: "Check whether they have really left. A wrong status column, or a value that the settings do not list, looks the same.",
  },
  manyRewritten: {
    what: "More people get another name, job, department or location than the limit allows.",
    todo: "Check whether these values are right. A shifted column looks the same.",
  },
  manyLost: {
    what: "Accounts lose more entitlements than the limit allows.",
    todo: "Check whether they were really taken away. A missing column or right to read groups looks the same.",
  },
  becameEmpty: {
    what: "The system has no objects any more.",
    todo: "Reject the plan unless the system was really emptied.",
  },
};

const english = {
  failedChanges: (changes: number) =>
    counted(changes, { one: "change failed", other: "changes failed" }),
  failedChangesWhat: "What was approved has not been done in the system.",
  showFailed: "Show the preview",

  about: "Overview",
  description: "Description",
  owner: "Owner",
  accounts: "Accounts",
  entitlements: "Entitlements",
  lastRun: "Last import",
  lastTest: "Last test",
  never: "Never",
  nextRun: "Next import",
  noSchedule: "No schedule",
  paused: "Paused",
  manualReadWhat:
    "Provision reads the accounts of this system. People make the changes and attest them.",
  manualWhat: "People attest the accounts of this system. Provision does not read it.",
  importNow: "Import now",
  importChanges: "Import changes",
  pause: "Pause schedule",
  resume: "Resume schedule",
  delete: "Delete",

  publication: "Unpublished changes",
  publicationWhat: "Imports use the published settings.",
  publishedAt: "Published",
  notPublished: "Not published yet. Publish the settings before you import.",
  noChanges: "All settings are published.",
  publish: "Publish",
  publishTitle: (name: string) => `Publish the settings of ${name}?`,
  publishWhat: "Imports use these settings from now on.",
  publishFailed: "The settings were not published",
  setting: "Setting",
  notSet: "Not set",
  secretsChanged: "Secrets were changed. Their values are not shown.",
  settings: {
    secrets: "Secrets",
    owner: "Owners of accounts",
    identity: "People",
    mappings: "Field mappings",
    includedEntitlements: "Included entitlements",
    excludedEntitlements: "Excluded entitlements",
    excludedAccounts: "Excluded accounts",
    everyMinutes: "Minutes between imports",
    maxGonePercent: "Objects that may disappear, in percent",
    maxRenamedPercent: "Objects that may be renamed, in percent",
    writesPerMinute: "Writes per minute",
    graceDays: "Days until the accounts of missing objects are removed",
    activation: "When people leave",
  } as Readonly<Record<string, string>>,
  yes: "Yes",
  no: "No",

  runs: "Imports",
  runsWhat: "The newest first",
  noRuns: "Nothing was imported yet",
  columns: {
    no: "No.",
    status: "Status",
    kind: "Reads",
    counts: "Changes",
    actor: "Started by",
    at: "Started",
  },
  scheduled: "Schedule",
  watched: "New version of the file",
  statuses,
  statusHints,
  kinds,
  changes,
  changeHints,
  gates,
  /** What a gate found, in figures. */
  figures: {
    manyGone: missing,
    becameEmpty: missing,
    manyRenamed: (figure: GateFigure) => `Renamed: ${partOf(figure)} ${share(figure)}`,
    manyLeaving: (figure: GateFigure) => `Leaving: ${partOf(figure)} ${share(figure)}`,
    manyRewritten: (figure: GateFigure) =>
      `Another name, job, department or location: ${partOf(figure)} ${share(figure)}`,
    manyLost: (figure: GateFigure) =>
      `Lost: ${count(figure.part)} of ${entitlements(figure.of)} that accounts hold ${share(figure)}`,
  },
  countsOf: (parts: readonly string[]) => (parts.length === 0 ? "No changes" : parts.join(", ")),
  countOf: (number: number, change: string) => `${count(number)} ${change.toLowerCase()}`,
  runTitle: (no: number) => `Import ${count(no)}`,
  closeRun: "Close",
  progress: (number: number) => `${objects(number)} so far`,
  applied: (number: number, all: number) => `Changes applied: ${count(number)} of ${count(all)}`,
  interrupted:
    "The import was interrupted while it applied its changes. It continues where it stopped, with an attempt every minute. If it does not end, ask the operator of Provision to look at the server's log.",
  read: "Read",
  unchanged: "Unchanged",
  orphaned: "Without an owner",
  leaving: "People who leave",
  leavingHint: "People whose status says that they have left",
  rewritten: "Changed people",
  rewrittenHint: "People who get another name, job, department or location",
  excluded: "Excluded",
  excludedHint: "A rule of the import settings leaves the account out of the directory.",
  leaves: "Leaves",
  leavesHint: "The status says that the person has left. The person loses orgs and access roles.",
  leavingOf: (number: number) => counted(number, { one: "person leaves", other: "people leave" }),
  people: "People affected",
  peopleHint: "People whose existing accounts change",
  incomplete: "The system was not read completely",
  waits: "This plan waits for your decision",
  waited: "Why this plan waited for a decision",
  problem: "What went wrong",
  applyPlan: "Apply this plan",
  applyTitle: (no: number) => `Apply the plan of import ${count(no)}?`,
  applyWhat: "Exactly the plan that is shown is applied. Another plan is refused.",
  affected: "Accounts and entitlements that the plan changes",
  notApplied: "The plan was not applied",
  reject: "Reject",
  rejectTitle: (no: number) => `Reject the plan of import ${count(no)}?`,
  rejectWhat: "The plan is discarded. Nothing is changed.",
  notRejected: "The plan was not rejected",
  cancel: "Cancel import",
  abandon: "Abandon",
  abandonTitle: (no: number) => `Abandon import ${count(no)}?`,
  abandonWhat:
    "The changes that it has applied stay, and cannot be undone together. The next import applies what is missing.",
  abandonedHint: "A part of the plan was applied.",
  notAbandoned: "The import was not abandoned",
  undo: "Undo",
  undoTitle: (no: number) => `Undo import ${count(no)}?`,
  undoWhat:
    "A new import takes back what this one changed. If something later depends on it, nothing changes and you see what it is.",
  undoAffected: "Accounts and entitlements that the undo changes",
  notUndone: "The import was not undone",
  approvePlan: "Approve this plan",
  approveTitle: (no: number) => `Approve the plan of import ${count(no)}?`,
  approveWhat: "Nothing is changed until a second person has approved exactly this plan as well.",
  notApproved: "The plan was not approved",
  approved: (actor: string) => `${actor} approved the plan`,
  waitsForOther: "Why this plan waits for a decision",
  otherApprover: "Another person must apply this plan",
  secondApprover: "Another person must approve this plan as well",
  twoPersons: "Two people must approve this plan",
  twoPersonsWhy:
    "Your organisation requires two people for imports of people, and Provision started this one. The second approval applies the plan.",
  isSecond: (actor: string) => `${actor} has approved this plan`,
  isSecondWhy:
    "Your organisation requires two people for imports of people. Yours is the second approval and applies the plan.",
  startedBy: (actor: string) => `Started by ${actor}`,
  decided: (actor: string) => `Decided by ${actor}`,
  runFailed: "The import could not be loaded",

  byDepartment: "People affected, by department",
  noDepartment: "Without a department",
  affectedPeople: (people: number, losing: number) => {
    const all = counted(people, { one: "person", other: "people" });
    return losing === 0 ? all : `${all}, ${count(losing)} leaving, missing or removed`;
  },
  moreDepartments: (number: number) =>
    `and ${counted(number, { one: "more department", other: "more departments" })}`,
  exportEntries: "Export the objects",
  entries: "What it changes",
  searchEntries: "Search objects",
  change: "Change",
  allChanges: "Any change",
  object: "Object",
  person: "Owner",
  objectClass: "Class",
  noEntries: "It changes nothing.",
  entryTitle: (name: string) => `${name}: before and after`,

  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteWhat: "This cannot be undone. Nothing is changed in the system itself.",
  deleteConfirm: "Delete system",
  typeName: "Type the name of the system",
  nameMismatch: "Enter the text exactly as it is displayed to continue",
  notDeleted: "The system was not deleted",
  lost: "What is lost",
  lostContent: (accountCount: number, entitlementCount: number, runCount: number) =>
    `${accounts(accountCount)}, ${entitlements(entitlementCount)}, ${counted(runCount, { one: "import", other: "imports" })}`,
  lostGrants: (grantCount: number, policyCount: number) =>
    `${counted(grantCount, { one: "grant", other: "grants" })} in ${counted(policyCount, { one: "policy", other: "policies" })}`,
  lostRoles: (number: number) =>
    `Entitlements of ${counted(number, { one: "access role", other: "access roles" })}`,
  lostUsers: (number: number) =>
    `The resource of ${counted(number, { one: "user who administers it", other: "users who administer it" })}`,
  lostOpenTasks: (number: number) =>
    `${counted(number, { one: "open task is", other: "open tasks are" })} lost. Attest what is done, or withdraw it, before you delete the system.`,
  lostMappings: (number: number) => counted(number, { one: "mapping", other: "mappings" }),
  lostCorrelation: (rules: number, simulations: number, decisions: number) =>
    `${counted(rules, { one: "correlation rule", other: "correlation rules" })}, ${counted(simulations, { one: "simulation", other: "simulations" })}, ${counted(decisions, { one: "decision", other: "decisions" })} about owners of accounts`,
  lostReviews: (number: number) =>
    `Names, owners and descriptions of ${counted(number, { one: "reviewed entitlement", other: "reviewed entitlements" })}`,
  lostTasks: (number: number) =>
    `${counted(number, { one: "task", other: "tasks" })}. The audit trail still names who attested what.`,
  lostPreviews: (number: number) =>
    `${counted(number, { one: "preview", other: "previews" })} with values before and after each change`,
  lostFiles: (number: number) => counted(number, { one: "uploaded file", other: "uploaded files" }),
  policyOf: (org: string, grants: number) =>
    `${org}: ${counted(grants, { one: "grant", other: "grants" })}`,
  morePolicies: (number: number) => `and ${count(number)} more`,
  removesGrants: "Policies and access roles lose these entitlements",
  lossFailed: "What is lost could not be loaded",
};

export type RunMessages = typeof english;
export const runMessages = createCatalogue(english, {
  de: async () => (await import("./runMessages.de.ts")).german,
});
