import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { counted } = formatsOf("en");

const english = {
  title: "Cases",
  context:
    "Access that somebody must check or correct. Open a case in an identity report or about an orphaned account.",
  found: (cases: number) => counted(cases, { one: "case", other: "cases" }),
  search: "Search cases",
  state: "State",
  filters: {
    unsettled: "Not settled",
    all: "All cases",
    open: "Open",
    inProgress: "In progress",
    resolved: "Resolved",
    dismissed: "Dismissed",
  },
  kinds: {
    outsidePolicy: "Access outside policy",
    missingAccess: "Missing access",
    expiringSoon: "Access ending soon",
    orphanedAccount: "Orphaned account",
  },
  columns: {
    subject: "Subject",
    kind: "Finding",
    about: "About",
    state: "State",
    owner: "Owner",
    dueOn: "Due",
    createdAt: "Opened",
    account: "Account",
    entitlements: "Entitlements",
  },
  none: "There are no cases yet.",
  findOwner: "Find a user",
  nobody: "Nobody",
  noDue: "No due date",
  loading: "Loading",
  failed: "The case could not be loaded",
  missing: "This case does not exist",
  missingWhy: "Check the address, or find the case in the list.",
  back: "Show all cases",
  report: "Show identity report",
  openedBy: (user: string) => `Opened by ${user}`,
  details: "Details",
  comments: "Comments",
  comment: "Comment",
  addComment: "Add comment",
  notAdded: "The comment was not added",
  noComments: "No comments yet.",
  notSaved: "The case was not saved",
  openTitle: "Open a case",
  open: "Open case",
  openOne: (name: string) => `Open case about ${name}`,
  show: "Show case",
  showOne: (name: string) => `Show the case about ${name}`,
  orphaned: "Orphaned accounts",
  orphanedWhat: "Accounts that belong to nobody. Open a case to have one checked or removed.",
  searchAccounts: "Search accounts",
  resource: "Resource",
  anyResource: "Any resource",
  noOrphans: "Each account belongs to a person.",
  notOpened: "The case was not opened",
  reportCases: "Open cases",
  noReportCases: "There are no open cases about this person.",
  due: (day: string) => `due ${day}`,
};

export type CaseMessages = typeof english;
export const caseMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
