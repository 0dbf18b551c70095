/** The messages of the widgets. */
import { createCatalogue } from "./language/catalogue.ts";
import { formatsOf } from "./language/formats.ts";

const { count, counted } = formatsOf("en");

const english = {
  severities: {
    info: "Info",
    success: "Success",
    warning: "Warning",
    error: "Error",
    secondary: "Note",
  },
  language: "Language",
  linkUnchecked: "The link could not be checked",
  tryAgain: "Try again",
  justNow: "just now",

  oneFile: "Choose one file at a time. No file was added.",
  dismiss: "Dismiss",
  closeNotification: "Close notification",
  notifications: "Notifications",
  loading: "Loading",
  busy: "Please wait...",

  required: "Required",
  clear: (label: string) => `Clear ${label}`,
  lengthOf: (length: number, most: number) => `${length} of ${most}`,
  showPassword: "Show password",
  hidePassword: "Hide password",
  decrease: (label: string) => `Decrease ${label}`,
  increase: (label: string) => `Increase ${label}`,
  lowest: (limit: number) => `${limit} is the lowest`,
  highest: (limit: number) => `${limit} is the highest`,

  search: "Search",
  searchAmong: (what: string) => `Search ${what}`,
  noMatch: "No match",
  selectAll: "Select all",
  selectFound: (found: number) => `Select ${count(found)} results`,
  selectNone: "Select none",
  clearFound: (found: number) => `Clear ${count(found)} results`,
  selectedOf: (selected: number, all: number) => `${count(selected)} of ${count(all)}`,

  continue: "Continue",
  cancel: "Cancel",
  close: "Close",
  content: "Content",
  menu: "Menu",
  tooltip: "Tooltip",
  remove: "Remove",
  printedRows: (rows: number, total: number) =>
    rows === total
      ? counted(total, { one: "row", other: "rows" })
      : `The first ${count(rows)} of ${count(total)} rows. Scroll to the end of the list to print them all.`,
  removeOne: (what: string) => `Remove ${what}`,
  newTab: "(opens in a new tab)",

  openNavigation: "Open navigation",
  closeNavigation: "Close navigation",
  mainNavigation: "Main",
  breadcrumbs: "Breadcrumbs",
  skip: "Skip to content",
  shortcut: (label: string, keys: string) => `${label} (${keys})`,

  findAnything: "Find anything",
  findWhat: "Find screens, orgs, users and actions",
  results: "Results",

  inAll: (total: number) => `${count(total)} total`,
  shownOf: (shown: number, total: number) => `${count(shown)} of ${count(total)} shown`,

  actions: "Actions",
  exportCsv: "Export CSV",
  listFailed: "This list could not be loaded.",
  noEntries: "No entries match your selection",
  clearFilters: "Clear filters",
  foundMore: (found: number) => `More than ${count(found)} results`,
  foundMany: (found: number) => counted(found, { one: "result", other: "results" }),
  discardChanges: "Discard changes",
  save: "Save",
  onceMore: (label: string) => `Confirm ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
  noRecords: "No Records to Display",
  rangePartly: (rows: number, all: number | null) =>
    all === null
      ? "Only this row was changed"
      : `Only ${count(rows)} of ${counted(all, { one: "row", other: "rows" })} in the range were changed`,
  rangeNotLoaded: "The other rows are not loaded. Scroll through the range, then select it again.",
  rowsFailed: "Some rows could not be loaded",
  resizeColumn: (column: string) => `Resize column ${column}`,
  outdatedTitle: "This was changed elsewhere in the meantime",
  outdated:
    "Your changes are kept. The other fields show what is saved now. Save again to apply your changes.",
  draftKept: (reason: string) => `${reason} Your changes are kept.`,
  secretSet: "Set",
  secretRemoved: "Removed when you save",
  keepSecret: "Keep the saved one",
  replaceSecret: "Replace",
  replaceSecretOf: (label: string) => `Replace ${label}`,
  addPair: "Add entry",
  pairName: "Name",
  pairValue: "Value",
  field: "Field",
  before: "Before",
  after: "After",
  noValues: "No values were recorded.",
  chooseFile: "Choose file",
  noFile: "No file chosen",
};

export type UiMessages = typeof english;
export const uiMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
