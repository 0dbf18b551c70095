import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { count, list } = formatsOf("en");
const plural = (value: number, one: string, other: string) =>
  `${count(value)} ${value === 1 ? one : other}`;

const some = (names: readonly string[], all: number) =>
  names.length < all
    ? `${names.join(", ")} and ${count(all - names.length)} more`
    : list([...names]);

const english = {
  title: "Entitlement Review",
  context: (resource: string, total: number) =>
    `${resource} · ${plural(total, "entitlement", "entitlements")}`,
  entitlements: "Entitlements",
  search: "Search entitlements",
  filter: "Entitlements to show",
  filters: {
    all: "All",
    interim: "Interim",
    excluded: "Excluded",
    duplicates: "Duplicates",
    missing: "Missing",
  },
  columns: {
    name: "Name",
    systemName: "System name",
    state: "State",
    owner: "Owner",
    position: "Position",
    holders: "Holders",
  },
  states: { interim: "Interim", excluded: "Excluded", missing: "Missing", used: "In use" },
  excludedBy: (pattern: string) => `Excluded by ${pattern}`,
  notIncluded: "Not included",
  notIncludedWhy:
    "Imports leave it out, because no pattern of included entitlements matches its name.",
  summary: (state: string, holders: number) => `${state} · ${plural(holders, "holder", "holders")}`,
  none: "No entitlements yet",
  noneWhy: "Import accounts from the system, or add an interim entitlement.",

  updating: "An import of this resource is open",
  updatingWhy: "Entitlements may change until it ends. They cannot be merged while it runs.",
  refresh: "Compare with system",
  add: "Add interim entitlement",
  rules: "Include or exclude by rule",

  duplicatesFound: (names: string) => `These entitlements have the same name: ${names}`,
  showDuplicates: "Show duplicates",
  duplicatesFailed: "The duplicates could not be loaded",
  retry: "Try again",

  newTitle: "Add an interim entitlement",
  newWhat: "It becomes real when an import names it.",
  create: "Add",
  notCreated: "The entitlement was not added",
  fields: {
    name: "Name in the system",
    displayName: "Display name",
    displayNameHint: "Leave it empty to show the name in the system.",
    description: "Description",
    owner: "Owner",
    nobody: "Nobody",
    position: "Position",
    positionHint: "Its place in the list. Entitlements without a position come last, by name.",
    excluded: "Leave it out of imports",
    excludedHint: "From the next import on, accounts do not hold it.",
  },
  reviewTitle: (name: string) => `Review ${name}`,
  save: "Save",
  notSaved: "The review was not saved",

  rulesTitle: "Include or exclude entitlements by rule",
  rulesWhat:
    "The rules compare the names in the system. They are part of the import settings and take effect once these are published.",
  included: "Include only",
  includedHint:
    "One pattern in each line. * stands for any text, such as APP-*. Case does not matter. Empty: all entitlements.",
  excluded: "Exclude",
  excludedHint: "One pattern in each line, such as TMP-*. Exclusions take precedence.",
  effect: "Entitlements that Provision knows",
  counting: "Counting…",
  covers: (covered: number, all: number) =>
    `The rules include ${count(covered)} of ${plural(all, "entitlement", "entitlements")}.`,
  dropped: (names: readonly string[], all: number) => `No longer included: ${some(names, all)}`,
  returning: (names: readonly string[], all: number) => `Newly included: ${some(names, all)}`,
  effectFailed: "The entitlements could not be counted",
  rulesNotSaved: "The rules were not saved",
  settingsFailed: "The import settings could not be loaded",

  remove: "Delete",
  removeOne: (name: string) => `Delete ${name}`,
  deletionTitle: (name: string) => `Delete ${name}?`,
  deletionWhat: "It was added by hand, and no import has named it.",
  notDeleted: "The entitlement was not deleted",

  merge: "Keep this one",
  mergeOne: (name: string) => `Merge the others into ${name}`,
  mergeTitle: (name: string) => `Merge into ${name}?`,
  mergeWhat: (names: string) =>
    `${names} will disappear. Later imports that name them mean the kept entitlement.`,
  mergeConfirm: "Merge",
  notMerged: "The entitlements were not merged",
  previewFailed: "What the merge changes could not be loaded",
  accounts: "Accounts that change",
  policies: "Policies that change",
  accessRoles: "Access roles that change",
};

export type EntitlementReviewMessages = typeof english;

export const reviewMessages = createCatalogue<EntitlementReviewMessages>(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
