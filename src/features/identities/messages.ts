import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { count, counted } = formatsOf("en");

const english = {
  title: "Identities",
  context: "The people of the directory. Open one to see what this person can access, and why.",
  people: "People",
  search: "Search people",
  show: "Show",
  groups: { all: "All people", withAccounts: "With accounts", withoutAccounts: "Without accounts" },
  resource: "Resource",
  anyResource: "Any resource",
  org: "Org",
  anyOrg: "Any org",
  chosenOrg: "The chosen org",
  findOrg: "Find an org",
  exportCsv: "Export CSV",
  views: "Saved views",
  noViews: "No saved views yet",
  viewsFailed: "The views could not be loaded",
  saveView: "Save this view",
  saveViewTitle: "Save this view",
  saveViewWhat:
    "Saves the search, the filters and the order for you. A view of the same name is replaced.",
  viewName: "Name",
  save: "Save",
  viewNotSaved: "The view was not saved",
  deleteView: (name: string) => `Delete ${name}`,
  deleteViewTitle: (name: string) => `Delete ${name}?`,
  deleteViewWhat: "Only the saved filters are deleted. The people stay.",
  delete: "Delete",
  viewNotDeleted: "The view was not deleted",
  columns: {
    name: "Name",
    username: "Username",
    jobTitle: "Job Title",
    department: "Department",
    location: "Location",
    accounts: "Accounts",
  },
  noAccount: "No account",
  noPeople: "No people have been imported yet.",
  forbidden: "You can't see identities",
  forbiddenWhy:
    "Your roles don't include the permission to see the people of the directory. Ask an administrator for a role that includes role mapping.",
  loading: "Loading",
  failed: "The person could not be loaded",
  missing: "This person is no longer in the directory",
  missingWhy: "The last import may have removed the person.",
  back: "Show all identities",
  accountCount: (accounts: number) => counted(accounts, { one: "account", other: "accounts" }),
  figures: { byPolicy: "By policy", outsidePolicy: "Outside policy", missing: "Missing" },
  figureHints: {
    byPolicy: "Held, and granted by a policy",
    outsidePolicy: "Held, but no policy grants it",
    missing: "Granted by a policy, but not held",
  },
  person: "Person",
  accounts: "Accounts",
  noAccounts: "This person has no account on any resource.",
  entitlements: (entitlements: number) =>
    counted(entitlements, { one: "entitlement", other: "entitlements" }),
  access: "Entitlements",
  accessWhat: "What the person holds, and what policies grant, with the reason for each.",
  accessPeers: (org: string, members: number) =>
    `What the person holds, and what policies grant, with the reason for each. Peers are the ${counted(members, { one: "member", other: "members" })} of ${org}.`,
  searchAccess: "Search entitlements",
  accessGroups: {
    all: "All",
    policy: "By policy",
    outside: "Outside policy",
    missing: "Missing",
  },
  accessColumns: {
    name: "Entitlement",
    resource: "Resource",
    why: "Why",
    accounts: "Accounts",
    peers: "Peers with it",
  },
  outside: "Outside policy",
  missingTag: "Missing",
  noAccess: "This person holds no entitlement, and no policy grants one.",
  noneOfGroup: "There is no entitlement of this kind.",
  ofPeers: (holders: number, members: number) => `${count(holders)} of ${count(members)}`,
  fields: {
    externalId: "ID",
    username: "Username",
    email: "Email address",
    jobTitle: "Job title",
    department: "Department",
    location: "Location",
    manager: "Manager",
    orgs: "Orgs",
  },
};

export type IdentityMessages = typeof english;
export const identityMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
