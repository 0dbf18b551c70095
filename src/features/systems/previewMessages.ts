/** Texts of previews of provisioning. */
import type {
  ObjectState,
  ProvisionGate,
  ProvisionKind,
  ProvisionStatus,
} from "#events/entities/provisioning.ts";
import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { count, counted } = formatsOf("en");

const kinds: Readonly<Record<ProvisionKind, string>> = {
  create: "Create account",
  change: "Change attributes",
  grant: "Add entitlements",
  revoke: "Remove entitlements",
  enable: "Enable account",
  disable: "Disable account",
  remove: "Delete account",
};
const statuses: Readonly<Record<ProvisionStatus, string>> = {
  waiting: "Waiting",
  computing: "Computing",
  planned: "Waits for your decision",
  applying: "Applying",
  done: "Applied",
  partlyFailed: "Partly failed",
  failed: "Failed",
  cancelled: "Cancelled",
  rejected: "Rejected",
};
const statusHints: Readonly<Record<ProvisionStatus, string>> = {
  waiting: "It starts soon.",
  computing: "Provision compares people with their accounts. Nothing is written.",
  planned: "Nothing was written yet. Check what changes before you decide.",
  applying: "Provision writes the approved changes to the system, one after the other.",
  done: "Every approved change is in the system, or is a task of its owner. An account of a self-certified system changes once its task is attested.",
  partlyFailed: "The system does not have the changes that failed. Open them to see why.",
  failed: "The preview could not be finished. Generate a new one.",
  cancelled: "Changes that are not marked as applied were not written.",
  rejected: "Nothing was written.",
};
const states: Readonly<Record<ObjectState, string>> = {
  planned: "Planned",
  blocked: "Blocked",
  approved: "Approved",
  writing: "Being written",
  applied: "Applied",
  failed: "Failed",
  task: "Task",
  skipped: "Not applied",
};
const gates: Readonly<Record<ProvisionGate, { readonly what: string; readonly todo: string }>> = {
  firstPlan: {
    what: "Nothing was provisioned to this system before.",
    todo: "Check a few accounts of each kind before you approve.",
  },
  notImported: {
    what: "The accounts of this system were not imported yet.",
    todo: "Import them first, or accounts that exist may be created again.",
  },
  manyRemoved: {
    what: "More accounts are disabled or deleted than the limit allows.",
    todo: "Check whether these people really left.",
  },
  manyRevoked: {
    what: "Accounts lose more entitlements than the limit allows.",
    todo: "Check whether a policy is missing that should grant them.",
  },
  blocked: {
    what: "Some changes are blocked.",
    todo: "Filter by Blocked to see why. The other changes can be approved.",
  },
};

const english = {
  kinds,
  statuses,
  statusHints,
  states,
  gates,
  generate: "Generate preview",
  generateNew: "Generate a new preview",
  none: "No preview yet",
  noneWhy:
    "A preview compares what policies, roles, field mappings and activation settings require with the accounts of this system. Nothing is written. Once the system is confirmed, Provision generates previews after imports and changes, unless the activation settings switch that off.",
  failed: "The preview could not be loaded",
  title: (no: number) => `Preview ${count(no)}`,
  compared: (done: number, total: number) =>
    `${count(done)} of ${counted(total, { one: "person", other: "people" })} compared`,
  stale: "This preview is out of date",
  outOfDate: "Out of date",
  staleHint: "It can no longer be approved. Nothing was written.",
  staleWhy:
    "Policies, people, accounts or settings have changed. Generate a new preview. Changes that are left out of this one stay left out if they are still the same.",
  exclusions: "Changes left out of the previous preview",
  keptExclusions: (kept: number) =>
    `${counted(kept, { one: "change is", other: "changes are" })} left out, as in the previous preview.`,
  droppedExclusions: (dropped: number) =>
    `${counted(dropped, { one: "change that was left out no longer exists or is", other: "changes that were left out no longer exist or are" })} different now. Check what this preview includes.`,
  outdated: {
    newer: "A newer preview is available",
    changed: "This preview has changed",
  },
  outdatedWhy: {
    newer: "You may not be able to approve the preview that you see.",
    changed: "Another user has worked with it, or what it depends on has changed.",
  },
  showLatest: "Show the latest",
  gatesTitle: "Check this first",
  problem: "What went wrong",
  nothingToDecide: "No changes",
  noChanges: "All accounts are as they should be",
  noChangesWhy: "Nothing has to change in this system.",
  written: (done: number, total: number) =>
    `${count(done)} of ${counted(total, { one: "change", other: "changes" })} written`,
  cancelling: "Provision stops after the change that it is writing",
  waitsFor: "The system failed or requested a pause. Next attempt:",
  retry: "Try failed changes again",
  cancel: "Cancel",
  otherPerson: "Another person must approve this preview",
  otherPersonWhy: (names: string) =>
    `Your organisation requires a second person. People who prepared this preview cannot approve it: ${names}.`,
  twoPersons: "This preview needs two people",
  twoPersonsWhy:
    "Your organisation requires one person to prepare a preview and another to approve it. Provision generated this one automatically. Generate a new preview, or leave out changes of this one, so that another person can approve it.",
  otherRetries: "Another person must try these changes again",
  otherRetriesWhy: (names: string) =>
    `Your organisation requires a second person, and nobody else approved this preview. People who prepared it cannot try it again: ${names}.`,
  approve: "Approve",
  approveTitle: (no: number) => `Approve preview ${count(no)}?`,
  giveTasksWhat:
    "The owner of the system gets a task for each change that is included. An account counts as changed once its task is attested.",
  writeWhat:
    "Provision writes each change that is included to the system. You can cancel between two changes.",
  typeNumber: (no: string) => `Type ${no} to confirm that you checked this`,
  otherNumber: "This is not the number of the preview.",
  notApproved: "The preview was not approved",
  readOnly: "Provision only reads this system",
  readOnlyWhy:
    "The connector cannot write with the published setup, so there is nothing to preview or approve. To change accounts, set up a way to write, such as a file in the folder of the server, or connect a self-certified system.",
  reject: "Reject",
  rejectTitle: (no: number) => `Reject preview ${count(no)}?`,
  rejectWhat: "The preview is discarded. Nothing is written.",
  notRejected: "The preview was not rejected",
  byKind: "Changes by kind",
  include: "Include",
  figures: {
    count: "Changes",
    blocked: "Blocked",
    leftOut: "Left out",
    applied: "Applied",
    open: "To write",
    failed: "Failed",
    tasks: "Tasks",
  },
  includeKind: (kind: string) => `Include: ${kind}`,
  objects: "Accounts that change",
  search: "Search accounts",
  anyKind: "Any change",
  anyState: "Any state",
  columns: { name: "Account", person: "Person", kind: "Change", state: "State" },
  leftOutTag: "Left out",
  leave: "Leave out",
  restore: "Include",
  leaveOne: (kind: string, name: string) => `Leave out: ${kind}, ${name}`,
  restoreOne: (kind: string, name: string) => `Include: ${kind}, ${name}`,
  noObjects: "No changes match your selection",
  objectTitle: (name: string) => `${name}: before and after`,
  createdBy: (actor: string) => `Generated by ${actor}`,
  approvedBy: (actor: string) => `Approved by ${actor}`,
};

export type PreviewMessages = typeof english;
export const previewMessages = createCatalogue(english, {
  de: async () => (await import("./previewMessages.de.ts")).german,
});
