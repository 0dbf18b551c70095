import type { RoleOrigin } from "#workers/analytics/contract.ts";
import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";
import { sentence } from "../../ui/language/sentence.ts";

const { bytes, count, counted } = formatsOf("en");
const ENTITLEMENTS = { one: "entitlement", other: "entitlements" };
const RESOURCES = { one: "resource", other: "resources" };

/** "Wire Release, Rota Edit and 12 more". */
function listed(names: readonly string[], more: number): string {
  return more > 0 ? `${names.join(", ")} and ${count(more)} more` : names.join(", ");
}

const english = {
  identities: (identities: number) => counted(identities, { one: "identity", other: "identities" }),
  only: (resource: string) => `${resource} only`,
  updated: "Updated",
  refreshReport: "Refresh report",
  refreshTitle: "Refresh the report?",
  refreshWhat:
    "You lose the changes that you haven't applied: everything is selected in the new report.",
  refresh: "Refresh",
  keepChanges: "Keep my changes",
  cancel: "Cancel",
  apply: "Apply To Policy",
  reportFailed: "The report couldn't be generated",
  reportFailedWhat:
    "The policy is unchanged. Try again. If it fails again, send this message to support.",
  policyUnknown: "Couldn't load the current policy",
  policyUnknownWhat: (message: string) =>
    `${sentence(message)} Until it is loaded, the table marks nothing as in the policy and shows everything as new. Apply adds entitlements and removes none.`,
  again: "Try again",
  noIdentities: "No identities",
  noIdentitiesWhy:
    "No identity is assigned to this org or to one below it, so there is nothing to mine.",
  noEntitlements: "No entitlements",
  noEntitlementsWhy:
    "No identity of this org holds an entitlement here, so there is nothing to mine.",
  orgMissing: "Org not found",
  orgMissingWhy: "There is no org at this address, or you have no access to it.",
  orgFailed: "Couldn't load the org",
  applyFailedWhy: (message: string) =>
    `${sentence(message)} Your selection is kept, so you can apply it again.`,
  back: "Back to Role Mapping",
  lowCohesion: "Low cohesion",
  lowEntitlements: (entitlements: number, names: readonly string[]) =>
    `${counted(entitlements, ENTITLEMENTS)} below 60%: ${listed(names, entitlements - names.length)}`,
  cohesive: "Every shown entitlement is held by at least 60% of identities.",
  cohesiveAbove:
    "With a threshold of 60% or less, a warning here names the entitlements that fewer than 60% of identities hold.",

  filter: "Filter Entitlements",
  filterByResource: (resources: number) => `Filter By Resource (${count(resources)})`,
  findResource: "Find a resource",
  expandAll: "Expand resources",
  collapseAll: "Collapse resources",
  showHints: "Show Hints",
  export: "Export",
  exportShown: "Visible rows (CSV)",
  exportSelected: "Selected rows (CSV)",
  exporting: (records: number, total: number) => `Exporting ${count(records)} of ${count(total)}`,
  cancelExport: "Cancel export",

  selection: "Selection",
  undo: "Undo",
  redo: "Redo",
  undoStep: (step: string) => `Undo: ${step}`,
  redoStep: (step: string) => `Redo: ${step}`,
  undone: (step: string) => `Undone: ${step}`,
  redone: (step: string) => `Redone: ${step}`,
  selectStep: (what: string) => `select ${what}`,
  clearStep: (what: string) => `clear ${what}`,
  allShown: (shown: number | null) => (shown === null ? "all shown" : `${count(shown)} shown`),
  someResource: "a resource",
  someEntitlement: "an entitlement",
  rangeTo: (last: string | null) => (last === null ? "a range" : `the range to ${last}`),
  someEntitlements: (entitlements: number) =>
    counted(entitlements, { one: "entitlement", other: "entitlements" }),

  threshold: "Threshold",
  percentageOfIdentities: "Percentage of identities",
  percent: (percent: number) => `${percent}%`,
  at: (percent: number) => `At ${percent}%`,
  atPointer: (percent: number) => `At cursor: ${percent}%`,
  entitlementsKept: "Entitlements kept",
  resourcesKept: "Resources kept",
  percentage: "Percentage",
  keptColumns: { threshold: "At least", entitlements: "Entitlements", resources: "Resources" },
  inThisStep: "In this step",
  hideTable: "Hide the table",
  showTable: "Show as table",
  curveTable: "Curve as a table",
  keptAtEach: "Kept at each percentage",
  thresholdKeeps: (percent: number, entitlements: number, resources: number) =>
    `${percent}%: ${counted(entitlements, ENTITLEMENTS)} from ${counted(resources, RESOURCES)}`,
  heldBy: (percent: number) => `Held by ${percent}% of identities`,
  heldByRange: (from: number, to: number) => `Held by ${from}–${to}% of identities`,
  /** With a filter text: the curve covers all entitlements, and the bars only matching ones. */
  matches: {
    heldBy: (percent: number) => `Matches held by ${percent}% of identities`,
    heldByRange: (from: number, to: number) => `Matches held by ${from}–${to}% of identities`,
    inThisStep: "Matches in this step",
  },
  kept: (kept: number, all: number, selected: number, added: number, removed: number) =>
    `${count(kept)} of ${count(all)} kept · ${count(selected)} selected · ${count(added)} to add${removed > 0 ? ` · ${count(removed)} to remove` : ""}`,

  table: "Resources and entitlements",
  entitlements: "Entitlements",
  columns: { name: "Name", percent: "Identities", inPolicy: "Policy", holders: "Holders" },
  selectAll: "Select all",
  selectAllShown: (shown: number) => `Select ${count(shown)} shown`,
  expand: (name: string) => `Expand ${name}`,
  collapse: (name: string) => `Collapse ${name}`,
  who: "Who has it?",
  ofMembers: (members: number) => ` of ${count(members)}`,
  whoHas: (name: string, holders: number | null, members: number) =>
    holders === null
      ? `Who has ${name}?`
      : `Who has ${name}? ${count(holders)} of ${count(members)}`,
  selected: (selected: number, shown: number) => `${count(selected)} of ${count(shown)} selected`,
  inPolicy: "in policy",
  toBeRemoved: "to remove",
  shown: (entitlements: number, resources: number) =>
    entitlements === 0
      ? "No entitlement is shown"
      : `${counted(entitlements, ENTITLEMENTS)} from ${counted(resources, RESOURCES)} shown`,
  noneOfText: "No entitlement name at this percentage contains this text.",
  moreResources: "Choose more resources, or move the slider to the left.",
  noneHeldBy: (percent: number) =>
    percent >= 100
      ? "No entitlement is held by all identities. Move the slider to the left."
      : `No entitlement is held by ${percent}% of identities or more. Move the slider to the left.`,

  asReceived: "In report order",
  sorted: {
    name: { ASCENDING: "Sorted by name, A–Z", DESCENDING: "Sorted by name, Z–A" },
    percent: {
      ASCENDING: "Sorted by percentage, lowest first",
      DESCENDING: "Sorted by percentage, highest first",
    },
    inPolicy: {
      ASCENDING: "Sorted by policy, not in policy first",
      DESCENDING: "Sorted by policy, in policy first",
    },
  },

  nothingTicked: "Nothing is selected",
  ticked: (entitlements: number, resources: number) =>
    `${counted(entitlements, ENTITLEMENTS)} from ${counted(resources, RESOURCES)} selected`,
  allInPolicy: (selected: string) => `${selected}, all already in the policy`,
  allNew: (selected: string, added: number) => `${selected}: ${count(added)} to add`,
  changed: (selected: string, added: number, removed: number) =>
    `${selected}: ${count(added)} to add, ${count(removed)} to remove`,
  someNew: (selected: string, added: number, already: number) =>
    `${selected}: ${count(added)} to add, ${count(already)} already in the policy`,

  allInherited: (selected: string) => `${selected}, all inherited`,
  /** Follows the others. */
  someInherited: (inherited: number) => `, ${count(inherited)} inherited`,
  changesNothing: (summary: string) => `${summary}. Applying changes nothing.`,
  inherited: "inherited",
  /** Of a cleared checkbox: the entitlement stays granted. */
  stays: "stays",
  /** Without a path, the org's own policy has the access role. */
  origin: ({ path, accessRole }: RoleOrigin) =>
    [path && `from ${path}`, accessRole && `through ${accessRole}`].filter(Boolean).join(" "),
  inheritedFrom({ path, accessRole }: RoleOrigin) {
    if (accessRole === null) return `Inherited from ${path}. Remove it in the policy of that org.`;
    const where = path === "" ? "in the policy of this org" : `in the policy of ${path}`;
    return `Granted by the access role ${accessRole} ${where}.`;
  },

  applyTitle: (org: string) => `Apply to the policy of ${org}?`,
  applyCounts: (added: number, removed: number) =>
    `${counted(added, ENTITLEMENTS)} to add, ${count(removed)} to remove.`,
  applyConfirm: "Apply changes",
  gaining: "Gain access by policy",
  losing: "Lose access by policy",
  unchangedPeople: "Unchanged",
  showPeople: "Show people",
  effectOnPeople: "Effect on people",
  effectFailed: "Couldn't compute the effect on people",
  effectFailedWhat: (message: string) => `${sentence(message)} You can still apply the changes.`,
  effectTooLarge: (people: number) =>
    `This change is too large for a preview. It can affect all ${counted(people, { one: "identity", other: "identities" })} of the org.`,

  report: "Report",
  loadAgain: "Load again",
  cancelLoading: "Cancel loading",
  cancelled: "Loading was cancelled",
  cancelledWhat: "The policy is unchanged.",
  ordering: "Sorting the report…",
  orderingRows: (rows: number) => `Sorting ${counted(rows, ENTITLEMENTS)}…`,
  asking: "Requesting report…",
  mining: (attempts: number) =>
    `The report is being mined. Checked ${counted(attempts, { one: "time", other: "times" })}; checking again automatically.`,
  loading: "Loading the report",
  loaded: (bytesLoaded: number, size: number | null, rows: number) =>
    `Loading the report: ${bytes(bytesLoaded)}${size === null ? "" : ` of ${bytes(size)}`}, ${counted(rows, ENTITLEMENTS)}`,
  loadedPercent: (percent: number) => `Loading the report: ${percent}%`,
};

export type BuilderMessages = typeof english;
export const builderMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
