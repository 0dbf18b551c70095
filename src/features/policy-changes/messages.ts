import type { PolicyChangeRequest } from "#events/entities/policyChange.ts";
import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { count, counted, percent } = formatsOf("en");

const ORGS = { one: "org", other: "orgs" };
const POLICIES = { one: "policy", other: "policies" };
const ENTITLEMENTS = { one: "entitlement", other: "entitlements" };
const PEOPLE = { one: "person", other: "people" };
const people = (number: number) => counted(number, PEOPLE);

const operations: Readonly<Record<PolicyChangeRequest["operation"], string>> = {
  add: "Add",
  remove: "Remove",
  equal: "Make equal",
};
const operationWhat: Readonly<Record<PolicyChangeRequest["operation"], string>> = {
  add: "Adds the selected entitlements to each policy and keeps what is there",
  remove: "Removes the selected entitlements from each policy",
  equal:
    "Makes the entitlements of each policy equal to the selected ones and keeps its access roles",
};

const accessOperationWhat: Readonly<Record<PolicyChangeRequest["operation"], string>> = {
  add: "Each policy grants the selected access roles and keeps what is there",
  remove: "Removes the selected access roles from each policy",
  equal:
    "Makes the access roles of each policy equal to the selected ones and keeps its entitlements",
};

const english = {
  history: "Policy history",
  historyWhat: "Who changed what, and when. You can undo each change.",
  noHistory: "No change was recorded yet.",
  columns: { what: "Change", org: "Org", counts: "Entitlements", actor: "Who", at: "When" },
  kinds: {
    apply: () => "Applied from a report",
    remove: () => "Removed by hand",
    period: () => "Changed the period",
    bulk: (orgs: number) => `Bulk change of ${counted(orgs, POLICIES)}`,
    import: (orgs: number) => `File with ${counted(orgs, POLICIES)}`,
    undo: () => "Undo of a change",
  },
  appliedAt: (threshold: number) => `Applied at ${percent(threshold)}`,
  periodOnly: "Period changed",
  addedOnly: (added: number) => `${count(added)} added`,
  removedOnly: (removed: number) => `${count(removed)} removed`,
  addedAndRemoved: (added: number, removed: number) =>
    `${count(added)} added, ${count(removed)} removed`,
  manyOrgs: (orgs: number) => counted(orgs, ORGS),
  undone: "Undone",
  undo: "Undo",
  undoOne: (change: string) => `Undo: ${change}`,

  changeTitle: "What changed",
  nothingDone: "This change did nothing.",
  moreNames: (names: number) => `and ${count(names)} more`,
  moreOrgs: (orgs: number) => `and ${counted(orgs, ORGS)} more`,
  close: "Close",

  undoTitle: "Undo this change?",
  undoWhat: "Entitlements that were changed again later stay as they are now.",
  undoConfirm: "Undo change",
  notUndone: "The change was not undone",
  undoNothing: "There is nothing left to undo: everything was changed again later.",
  comesBack: (entitlements: number, orgs: number) =>
    `${counted(entitlements, ENTITLEMENTS)} will be added again (${counted(orgs, POLICIES)})`,
  goesAway: (entitlements: number, orgs: number) =>
    `${counted(entitlements, ENTITLEMENTS)} will be removed again (${counted(orgs, POLICIES)})`,
  periodComesBack: (periods: number) =>
    `The earlier period of ${counted(periods, ENTITLEMENTS)} will be restored`,
  stays: (entitlements: number) =>
    `${counted(entitlements, ENTITLEMENTS)} will stay, because of later changes`,
  people: (gaining: number, losing: number) =>
    `By policy, ${people(gaining)} will gain access and ${people(losing)} will lose access.`,

  accessBulkTitle: "Bulk Role Mapping of Access Roles",
  accessBulkWhat:
    "Give access roles to many orgs at once, or remove them. You see the effect before anything changes.",
  accessOperationWhat,
  accessRolesTitle: "2. Access roles",
  accessRoles: "Access roles",
  accessRolesSelected: (selected: number) =>
    selected === 0
      ? "No access role selected"
      : `${counted(selected, { one: "access role", other: "access roles" })} selected`,
  searchAccessRoles: "Search access roles",
  accessRoleColumns: { name: "Name", entitlements: "Entitlements", orgs: "Orgs" },
  chosenRoles: (names: string) => `Selected: ${names}`,
  noAccessRoles: "There are no access roles yet.",
  chooseRolesFirst: "Choose orgs and access roles first.",
  bulkTitle: "Bulk Role Mapping",
  bulkWhat: "Change the policies of many orgs at once. You see the effect before anything changes.",
  resourceBulkWhat: (resource: string) =>
    `Change what the policies of many orgs contain of ${resource}. Entitlements of other resources stay. You see the effect before anything changes.`,
  resourceMissing: "Resource not found",
  resourceMissingWhy: "There is no resource at this address, or you have no access to it.",
  roleMapping: "Role Mapping",
  oneResource: "one resource",
  resourceHistoryWhat:
    "Who changed what of this resource only, and when. You can undo each change.",
  resourceFileWhat:
    "Each org in the file gets exactly the entitlements of the file, of this resource only. Entitlements of other resources and all other orgs are unchanged. The columns valid_from and valid_until contain the first and the last day, such as 2026-11-25. Without these columns, the periods of current grants are unchanged, and the other grants of the file begin now.",
  accessFileWhat:
    "Each org in the file gets exactly the access roles of the file. Its entitlements and all other orgs are unchanged. The columns valid_from and valid_until contain the first and the last day, such as 2026-11-25. Without these columns, the periods of current grants are unchanged, and the other grants of the file begin now.",
  exportPolicies: "Export policies (CSV)",
  orgsTitle: "1. Orgs",
  orgs: "Orgs",
  kindOfOrg: "Kind of org",
  searchLines: "Search orgs and entitlements",
  searchOrgs: "Search orgs",
  orgColumns: { name: "Name", members: "Members", entitlements: "In policy" },
  orgsSelected: (selected: number) => `${counted(selected, ORGS)} selected`,
  clearSelection: "Clear selection",
  rolesTitle: "2. Entitlements",
  roles: "Entitlements",
  searchRoles: "Search entitlements",
  roleColumns: { name: "Name", resource: "Resource" },
  rolesSelected: (selected: number) => `${counted(selected, ENTITLEMENTS)} selected`,
  resource: "Resource",
  allResources: "All resources",
  changeStep: "3. Change",
  operation: "Change",
  operations,
  operationWhat,
  showEffect: "Show effect",
  chooseFirst: "Select orgs and entitlements first.",

  effect: "Effect",
  effectFailed: "The effect could not be determined",
  gaining: "Gain access by policy",
  losing: "Lose access by policy",
  unchanged: "Unchanged",
  orgsChanged: "Policies changed",
  periodsChanged: "Periods changed",
  ofChosen: (orgs: number) => `of ${counted(orgs, ORGS)}`,
  noEffect: "Nothing would change",
  noEffectWhy: "The policies already match this change.",
  nobodyAffected:
    "No person gains or loses access: the affected orgs have no members, other policies grant the same, or only later or earlier days change.",
  byOrg: "Effect by org",
  byEntitlement: "Effect by entitlement",
  effectColumns: {
    name: "Org",
    added: "Added",
    removed: "Removed",
    period: "Period",
    entitlement: "Entitlement",
    resource: "Resource",
    gaining: "Gain access",
    losing: "Lose access",
  },
  moreEntitlements: (entitlements: number) => `and ${counted(entitlements, ENTITLEMENTS)} more`,
  showPeople: "Show people",
  showLines: "Show changes line by line",
  affectedTitle: "Who gains or loses access",
  affectedWhat: "Access by policy that each person would gain or lose by this change",
  affectedPeople: "People",
  affectedColumns: {
    name: "Name",
    jobTitle: "Job Title",
    gained: "Gains",
    lost: "Loses",
    gaining: "Gain access by policy",
    losing: "Lose access by policy",
  },
  undoneWhat: "Access by policy that each person would gain or lose by undoing this change now",
  nobody: "Nobody gains or loses access by this change.",
  changedPeople: "People",
  changedTitle: "Who gained or lost access",
  changedWhat:
    "Access by policy that each person gained or lost when the change was made, as recorded then. People who have left the directory since are not listed.",
  changedColumns: {
    name: "Name",
    jobTitle: "Job Title",
    gained: "Gained",
    lost: "Lost",
    gaining: "Gained access",
    losing: "Lost access",
  },
  gainedAndLost: (gaining: number, losing: number) =>
    `When the change was made, ${people(gaining)} gained access by policy and ${people(losing)} lost access.`,
  notRecorded:
    "Provision has no record of who gained or lost access: the change is too large, is older than 90 days, came with another change, or was made by an earlier version.",
  peopleFailed: "The people could not be loaded",
  searchPeople: "Search people",
  show: "Show",
  all: "All",
  noPeople: "No person matches.",
  linesTitle: "What changes in policies",
  linesWhat:
    "Each entitlement and access role that this change would add, remove or give another period",
  policyLines: "Changes of policies",
  noLines: "No change matches.",
  applyTo: (orgs: number) => `Apply to ${counted(orgs, ORGS)}`,
  applyTitle: (orgs: number) => `Change ${counted(orgs, POLICIES)}?`,
  applyConfirm: "Apply",
  notApplied: "Nothing was changed",
  madeTitle: (orgs: number) => `${counted(orgs, POLICIES)} changed`,

  fileWhat:
    "Each org in the file gets exactly the entitlements of the file. Its access roles and all other orgs are unchanged. The columns valid_from and valid_until contain the first and the last day, such as 2026-11-25. Without these columns, the periods of current grants are unchanged, and the other grants of the file begin now.",
};

export type PolicyChangeMessages = typeof english;
export const policyChangeMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
