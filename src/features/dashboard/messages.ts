import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { count, counted, list } = formatsOf("en");

const english = {
  limitsTitle: "Limits of systems",
  limitNames: {
    limitApi: "Maximum number of API systems",
    limitSystemExport: "Maximum number of export systems",
    limitSelfCertified: "Maximum number of self-certified systems",
  },
  limitsWhat: "Leave a field empty for no limit. A lower limit does not remove systems.",
  limitsNotSaved: "The limits were not saved",
  saveLimits: "Save limits",
  signInRules: "Sign-in rules",
  requiresSecondFactor: "Require a second factor",
  requiresSecondFactorWhat:
    "People who sign in with a password set up a second factor at their next sign-in.",
  saveSignInRules: "Save sign-in rules",
  signInRulesNotSaved: "The sign-in rules were not saved",
  approvalRules: "Approval rules",
  requiresSecondApprover: "Require a second person for approvals",
  requiresSecondApproverWhat:
    "People who generate a preview of provisioning, or change what it includes, cannot approve it. People who start an import of an HR system cannot apply its plan. Imports that a schedule or a new version of a file starts need no approval within their limits.",
  saveApprovalRules: "Save approval rules",
  approvalRulesNotSaved: "The approval rules were not saved",
  dashboard: "Dashboard",
  noClient: "No client",
  noClientWhy:
    "Your account belongs to no client, so there is nothing to show. Ask the person who set up your account to add you to one.",
  holds: "Directory contents",
  identities: "Identities",
  accounts: "Accounts",
  orphaned: (accounts: number) => `${count(accounts)} orphaned`,
  resources: "Resources",
  entitlements: "Entitlements",
  assignments: (assignments: number) =>
    counted(assignments, { one: "assignment", other: "assignments" }),
  haveAPolicy: (orgs: number) => `${count(orgs)} with a policy`,
  withPolicy: "Orgs with a policy",
  ofOrgs: (orgs: number) => `of ${counted(orgs, { one: "org", other: "orgs" })}`,
  countsFailed: "The counts could not be loaded",
  again: "Try again",

  yourAccount: "Your account",
  yourAccountWhat:
    "You don't administer this client. You can manage your profile and password here.",
  manageProfile: "Manage profile",
  managePassword: "Manage password",
  requestSupport: "Request support",

  next: "What to do next",
  nothingToDo: "Nothing to do",
  nothingToDoWhy:
    "Every org that has members has an access policy, and every account belongs to an identity.",
  import: "Import your directory",
  importHow:
    "There are no identities yet. They come from CSV files or Excel workbooks. Import them in the browser, or run this command where Provision is installed.",
  openImport: "Open Import",
  command: "Command",
  withoutPolicy: (orgs: number) =>
    counted(orgs, {
      one: "org has members and no access policy",
      other: "orgs have members and no access policy",
    }),
  withoutPolicyHow: (withMembers: number) =>
    `Out of ${counted(withMembers, { one: "org", other: "orgs" })} with members. Start with a large one, preferably a job title whose members do the same work: the Access Policy Builder shows what they have in common.`,
  orphanedAccounts: (accounts: number) =>
    counted(accounts, {
      one: "account belongs to no identity",
      other: "accounts belong to no identity",
    }),
  orphanedHow: (accounts: number) =>
    `Out of ${count(accounts)}. An orphaned account has no owner, and mining doesn't count its entitlements. To link it, open Match User Accounts of its system. For accounts that came from files, add an identityId to the line of the access file and import the file again.`,
  announce: (systems: number) =>
    counted(systems, { one: "system is set up", other: "systems are set up" }),
  announceHow: (names: readonly string[]) =>
    `${list(names)}. Tell the owners and managers of the client by email.`,
  sendEmail: "Send email",
  suggestedOrder:
    "Job titles come first, then departments and locations; the largest of each first.",
  withoutAPolicy: (kind: string) => `${kind} without a policy`,
  somebodyElse: "An administrator with access to Role Mapping can do this.",
  members: (members: number) => counted(members, { one: "member", other: "members" }),
  openRoleMapping: "Open Role Mapping",

  client: "Client",
  editClient: "Edit client",
  plan: "Plan",
  plans: { Onboarding: "Onboarding", Growth: "Growth" },
  systemLimits: "Limits of systems",
  limits: {
    api: (used: number, limit: number) => `API: ${count(used)} of ${count(limit)}`,
    export: (used: number, limit: number) => `Export: ${count(used)} of ${count(limit)}`,
    manual: (used: number, limit: number) => `Manual: ${count(used)} of ${count(limit)}`,
  },
  owners: "Owners",
  hrManagers: "HR managers",
  andOthers: "and others",
  adManagers: "AD managers",
  secureAgent: "Secure agent",
  agentStatus: { Ready: "Ready", Pending: "Pending", "Not Detected": "Not Detected" },
  notLoaded: "Could not be loaded",
  loadAgain: (what: string) => `Load ${what} again`,
  save: "Save",
  notSaved: "The client was not saved",
  usernames: "Username format",
  usernamesExample: "Example: Ada Lovelace",
  noFormat: "Enter manually",
  otherFormat: "Another format",
  format: "Format",
  formatParts: "Made of {first}, {last}, {f} and {l}",
  formatExample: (username: string) => `For Ada Lovelace: ${username}`,
  formatNotSaved: "The format was not saved",
  saveFormat: "Save format",
  saved: "Saved",
};

export type DashboardMessages = typeof english;
export const dashboardMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
