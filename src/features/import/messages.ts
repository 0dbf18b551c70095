import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { count, counted } = formatsOf("en");

const records = { one: "record", other: "records" };

const english = {
  title: "Import",
  context: "Bring people, accounts and entitlements from files into the directory.",
  chooseFiles: "Files",
  files: { identities: "Identities", access: "Access" },
  hints: {
    identities:
      "Columns: id (required), username, givenName, familyName, email, jobTitle, department, location, manager. Other columns become attributes.",
    access:
      "Columns: identityId, resource and account (required), entitlement. Leave identityId empty for an orphaned account.",
  },
  choose: { identities: "Choose a file of identities", access: "Choose a file of access" },
  dropHint: (megabytes: number) =>
    `or drop it here: CSV, CSV compressed as .csv.gz, or Excel (.xlsx), at most ${count(megabytes)} MB`,
  remove: (file: string) => `Remove ${file}`,
  removeShort: "Remove",
  mode: "What happens to existing access",
  modes: { merge: "Merge", replace: "Replace" },
  modeHints: {
    merge: "Adds and updates records. Nothing is removed.",
    replace:
      "Also removes accounts, entitlements and assignments that the access file lacks, on the resources that it names.",
  },
  check: "Check files",
  checkHint: "Provision checks the files first. Nothing is written until you confirm.",
  refused: "The files could not be checked",
  interrupted: "The last upload did not finish. Choose the files again.",
  loadFailed: "The import could not be loaded",
  sending: "Sending the files",
  sendingHint: "Keep this page open until the files are sent.",
  checking: "Checking the files",
  waitsForDisk: "Waiting for disk space",
  importing: "Importing",
  phases: {
    waiting: "Waiting to start",
    reading: "Reading the files",
    comparing: "Comparing with the directory",
    writing: "Writing",
  },
  progress: (phase: string, percent: string) => `${phase}: ${percent}`,
  leave: "You can leave this page. The import continues on the server.",
  writingHint: "The import can no longer be cancelled. Either everything is written or nothing.",
  cancel: "Cancel import",
  preview: "Preview",
  previewHint: "Nothing has been written yet.",
  gated: "This plan needs your decision",
  gatedWhat: "Exactly this plan is written, or nothing.",
  removes: (percent: number) =>
    `It removes more than ${count(percent)} percent of what the resources of the files hold. Check that the files are complete.`,
  rewrites: (percent: number) =>
    `It gives more than ${count(percent)} percent of the people another name, job, department or location. Check that each column has the right values and that no column is shifted.`,
  rewritten: (people: number, of: number) => `People: ${count(people)} of ${count(of)} changed`,
  gates: (kind: string, removed: number, of: number) =>
    `${kind}: ${count(removed)} of ${count(of)} removed`,
  startedBy: (actor: string, mode: string) => `Started by ${actor} · ${mode}`,
  start: "Import",
  discard: "Discard",
  noChanges: "The directory already holds all of it. There is nothing to import.",
  allRejected: "All records were rejected. There is nothing to import.",
  rejected: (all: number) => `${counted(all, records)} rejected`,
  skip: (all: number) =>
    all === 1 ? "Leave out the rejected record" : `Leave out ${count(all)} rejected records`,
  skipFirst: "Leave out the rejected records to import the others, or correct the files.",
  confirmTitle: "Import these files?",
  confirmMerge: (client: string, added: number, updated: number) =>
    `Client ${client}: ${counted(added, records)} to add and ${count(updated)} to update, in one step. You can cancel until writing starts.`,
  confirmReplace: (client: string, added: number, updated: number, removed: number) =>
    `Client ${client}: ${counted(added, records)} to add, ${count(updated)} to update and ${count(removed)} to remove, in one step. You can cancel until writing starts.`,
  notStarted: "The import was not started",
  done: "The files were imported",
  failed: "The import failed",
  checkFailed: "The check failed",
  again: "Import other files",
  undoHint: "To undo it, open it among the earlier imports below.",
  counts: "Changes by kind",
  kind: "Kind",
  kinds: {
    identities: "Identities",
    orgs: "Orgs",
    resources: "Resources",
    accounts: "Accounts",
    entitlements: "Entitlements",
    assignments: "Assignments",
  },
  changes: {
    added: "Added",
    updated: "Updated",
    unchanged: "Unchanged",
    removed: "Removed",
    rejected: "Rejected",
  },
  warnings: (all: number) => counted(all, { one: "note", other: "notes" }),
  rejects: "Rejected records",
  rejectsKept: (kept: number, all: number) =>
    `The first ${count(kept)} of ${count(all)} rejected records are listed.`,
  columns: { file: "File", line: "Line", column: "Column", reason: "Reason" },
  codes: {
    COLUMN_COUNT: "Wrong number of values",
    REQUIRED: "Value is missing",
    TOO_LONG: "Value is too long",
    CONTROL_CHARACTER: "Control character",
    UNREADABLE_CELL: "Formula without a value",
    CONFLICT: "Contradicts another line",
    UNKNOWN_IDENTITY: "Unknown identity",
    CONNECTED_SYSTEM: "Connected system",
  },
};

export type ImportMessages = typeof english;
export const importMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
