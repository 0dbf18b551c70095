import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";
import { sentence } from "../../ui/language/sentence.ts";

const { count, counted, plural } = formatsOf("en");

const english = {
  roleMapping: "Role Mapping",
  again: "Try again",

  findOrg: "Find an org to see its members and its access policy.",
  noClient: "No client",
  noClientWhy:
    "Your account belongs to no client, so there is no directory to show. Ask the person who set up your account to add you to one.",
  kindOfOrg: "Kind of org",
  policyFilter: "Access policy",
  policies: {
    all: "With or without a policy",
    missing: "Without a policy",
    present: "With a policy",
  },
  search: (what: string) => `Search ${what}`,
  startWith: "Names that start with",
  allOrgs: "All Orgs",
  startsWith: (letter: string) => `Starts with ${letter}`,
  columns: { name: "Name", members: "Members", entitlements: "In policy" },
  noPolicy: "No policy",
  withoutPolicy: (type: string, orgs: number) => `${type}: ${count(orgs)} without a policy`,
  inPolicy: (size: string) => `${size} in policy`,
  imported: {
    before: "Orgs come from an import. The ",
    dashboard: "dashboard",
    after: " shows how.",
  },

  forResource: { before: "For", after: "only" },
  oneResource: "one resource (its name could not be loaded)",
  resourceMissing: "Resource not found",
  resourceMissingWhy: "There is no resource at this address, or you have no access to it.",
  allResources: "Role Mapping of all resources",

  loading: "Loading",
  showAll: "Show all resources",
  builder: "Access Policy Builder",
  kindIn: (kind: string, place: string) => `${kind} in ${place}`,
  members: (members: number) => counted(members, { one: "member", other: "members" }),
  entitlements: (entitlements: number) =>
    plural(entitlements, { one: "entitlement", other: "entitlements" }),
  ofPolicy: "in policy",
  orgMissing: "Org not found",
  orgMissingWhy:
    "There is no org at this address. It may have been removed, or you have no access to it.",
  orgFailed: "The org could not be loaded",
  back: "Back to Role Mapping",

  membersTitle: "Members",
  membersWhat: "Identities of this org and of those below it",
  lostResource: "No longer in the directory",
  searchMembers: "Search members",
  memberColumns: {
    name: "Name",
    username: "Username",
    jobTitle: "Job Title",
    department: "Department",
    accounts: "Accounts",
  },
  noAccount: "No account",
  noMembers: "No identity is assigned to this org or to one below it.",

  accessRoles: "Access roles",
  accessRolesWhat: "The policy grants these roles. The members get all of their entitlements.",
  noAccessRoles: "The policy grants no access role.",
  accessRoleColumns: { name: "Role", entitlements: "Entitlements", period: "Valid" },
  inherited: "Inherited entitlements",
  inheritedWhat:
    "From the policies of the orgs above and the access roles in them. Remove one in the org or the access role that has it.",
  searchInherited: "Search inherited entitlements",
  inheritedColumns: { name: "Entitlement", resource: "Resource", origin: "Inherited from" },
  alsoDirect: "Also direct",
  nothingInherited: "The policies of the orgs above contain no entitlement.",
  bulk: "Bulk Role Mapping",

  policy: "Current policy",
  policyWhat: "What every member should have",
  filterPolicy: "Filter policy",
  noPolicyYet: "No policy yet",
  rolesOnly: "Only access roles",
  rolesOnlyWhy:
    "The policy contains no entitlements of its own. Its members get the entitlements of the access roles below.",
  buildPolicy: "Build a policy",
  nothingOf: (resource: string) =>
    `The policy holds nothing of ${resource}. The Access Policy Builder shows what the members have in common there.`,
  noPolicyWhy:
    "The Access Policy Builder shows what the members have in common and turns it into a policy.",
  clearFilter: "Clear filter",
  filterWhat: "The filter looks at the names of entitlements and of resources.",
  policyList: "Current policy; Enter removes an entitlement",
  policyFailed: "The policy could not be loaded",
  resourceFailed: "The resource could not be loaded",

  removal: "Remove from the policy?",
  removalWhat: (name: string, resource: string, org: string | null) =>
    `${name}${resource ? ` (${resource})` : ""} will no longer be in the policy of ${org ?? "this org"}.`,
  remove: "Remove",
  notRemoved: "Couldn't remove it",
  periodWhat:
    "Members of the org, and of the orgs below it, get the entitlement through this policy only from the first to the last day.",
  periodNotChanged: "The period was not changed",

  buildForOne: "Build for one resource",
  searchResources: "Search resources",
  resourcesFailed: (message: string) => `The resources could not be loaded. ${sentence(message)}`,
  noResource: "There is no resource that you can open.",
};

export type RoleMappingMessages = typeof english;
export const roleMappingMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
