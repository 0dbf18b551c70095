import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";
import { sentence } from "../../ui/language/sentence.ts";

const { bytes, count, counted } = formatsOf("en");
const ENTITLEMENTS = { one: "entitlement", other: "entitlements" };
const RESOURCES = { one: "resource", other: "resources" };

const english = {
  identities: (identities: number) => counted(identities, { one: "identity", other: "identities" }),
  only: (resource: string) => `${resource} only`,
  updated: "Updated",
  refreshReport: "Refresh report",
  refreshTitle: "Refresh the report?",
  refreshWhat:
    "What you ticked and did not apply is lost: the new report begins with everything ticked.",
  refresh: "Refresh",
  keepTicks: "Keep my ticks",
  cancel: "Cancel",
  apply: "Apply To Policy",
  reportFailed: "The report could not be made",
  reportFailedWhat:
    "The policy is as it was. Try again; if it fails again, tell your support this message.",
  policyUnknown: "What the policy has already could not be loaded",
  policyUnknownWhat: (message: string) =>
    `${sentence(message)} The table marks nothing as in the policy, and counts all of it as to be added. Applying adds what is missing, as always.`,
  again: "Try again",
  noIdentities: "No identities",
  noIdentitiesWhy:
    "No identity is assigned to this org or to one below it, so there is nothing to mine.",
  noEntitlements: "No entitlements",
  noEntitlementsWhy:
    "No identity of this org holds an entitlement here, so there is nothing to mine.",
  orgMissing: "Org not found",
  orgMissingWhy:
    "There is no org at this address, or it belongs to another client. Nothing was changed.",
  back: "Back to Role Mapping",
  lowCohesion: "Low cohesion",

  filter: "Filter Entitlements",
  filterByResource: (resources: number) => `Filter By Resource (${count(resources)})`,
  findResource: "Find a resource",
  expandAll: "Expand resources",
  collapseAll: "Collapse resources",
  showHints: "Show Hints",
  export: "Export",
  exportShown: "What is shown (CSV)",
  exportSelected: "What is selected (CSV)",
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
  tickStep: (what: string) => `tick ${what}`,
  untickStep: (what: string) => `untick ${what}`,
  allShown: (shown: number | null) => (shown === null ? "all shown" : `all ${count(shown)} shown`),
  someResource: "a resource",
  someEntitlement: "an entitlement",

  threshold: "Threshold",
  percentageOfIdentities: "Percentage of identities",
  at: (percent: number) => `At ${percent} %`,
  atPointer: (percent: number) => `At the pointer: ${percent} %`,
  entitlementsKept: "Entitlements kept",
  resourcesKept: "Resources kept",
  percentage: "Percentage",
  keptColumns: { threshold: "At least", entitlements: "Entitlements", resources: "Resources" },
  inThisStep: "In this step",
  hideTable: "Hide the table",
  showTable: "Show as table",
  curveTable: "The curve as a table",
  keptAtEach: "Kept at each percentage",
  thresholdKeeps: (percent: number, entitlements: number, resources: number) =>
    `${percent} %: ${counted(entitlements, ENTITLEMENTS)} from ${counted(resources, RESOURCES)}`,
  heldBy: (percent: number) => `Held by ${percent} %`,
  heldByRange: (from: number, to: number) => `Held by ${from} to ${to} %`,
  /** While a text filters: the curve is of all entitlements, the bars are of those that have the text. */
  matches: {
    heldBy: (percent: number) => `Matches held by ${percent} %`,
    heldByRange: (from: number, to: number) => `Matches held by ${from} to ${to} %`,
    inThisStep: "Matches in this step",
  },
  kept: (kept: number, all: number, ticked: number, added: number) =>
    `${count(kept)} of ${count(all)} kept · ${count(ticked)} ticked · ${count(added)} new`,

  table: "Resources and entitlements",
  entitlements: "Entitlements",
  columns: { name: "Name", percent: "Identities", inPolicy: "Policy" },
  selectAll: "Select all",
  selectAllShown: (shown: number) => `Select all ${count(shown)} shown`,
  expand: (name: string) => `Expand ${name}`,
  collapse: (name: string) => `Collapse ${name}`,
  selected: (selected: number, shown: number) => `${count(selected)} of ${count(shown)} selected`,
  inPolicy: "in policy",
  shown: (entitlements: number, resources: number) =>
    entitlements === 0
      ? "No entitlement is shown"
      : `${counted(entitlements, ENTITLEMENTS)} from ${counted(resources, RESOURCES)} shown`,
  noneOfText: "No entitlement at this percentage has this text in its name.",
  moreResources: "Choose more resources, or move the slider to the left.",
  noneHeldBy: (percent: number) =>
    `No entitlement is held by ${percent}% of identities or more. Move the slider to the left.`,

  asReceived: "In the order of the report",
  sorted: {
    name: { ASCENDING: "Sorted by name", DESCENDING: "Sorted by name, from the end" },
    percent: {
      ASCENDING: "Sorted by percentage, lowest first",
      DESCENDING: "Sorted by percentage, highest first",
    },
    inPolicy: {
      ASCENDING: "Sorted by policy, new first",
      DESCENDING: "Sorted by policy, those in it first",
    },
  },

  nothingTicked: "Nothing is ticked",
  ticked: (entitlements: number, resources: number) =>
    `${counted(entitlements, ENTITLEMENTS)} from ${counted(resources, RESOURCES)} ticked`,
  allInPolicy: (ticked: string) => `${ticked}: in the policy already`,
  allNew: (ticked: string, _added: number) => `${ticked}: to be added to the policy`,
  someNew: (ticked: string, added: number, already: number) =>
    `${ticked}: ${count(added)} to be added to the policy, ${count(already)} in it already`,

  report: "Report",
  loadAgain: "Load again",
  cancelLoading: "Cancel loading",
  cancelled: "Loading was cancelled",
  cancelledWhat: "Nothing of the report was kept, and the policy is as it was.",
  ordering: "Putting the report in order…",
  orderingRows: (rows: number) => `Putting ${counted(rows, ENTITLEMENTS)} in order…`,
  asking: "Asking for the report…",
  mining: (attempts: number) =>
    `The report is being mined. Asked ${counted(attempts, { one: "time", other: "times" })}; this page asks again by itself.`,
  loading: "Loading the report",
  loaded: (bytesLoaded: number, size: number | null, rows: number) =>
    `Loading the report: ${bytes(bytesLoaded)}${size === null ? "" : ` of ${bytes(size)}`}, ${counted(rows, ENTITLEMENTS)}`,
  loadedPercent: (percent: number) => `Loading the report: ${percent} %`,
};

export type BuilderMessages = typeof english;
export const builderMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
