/** The topics of each domain's calls. */
export const TAGS: Readonly<Record<string, string>> = {
  access: "Who holds which entitlement, and why",
  activation: "Activation of accounts and email addresses",
  audit: "The audit trail",
  bulkChanges: "Files that change many users",
  clients: "The client's own record",
  factors: "Second factors of the signed-in user",
  directory: "Identities and resources",
  mining: "Entitlement mining reports",
  names: "Search by name",
  orgs: "Orgs and their access policies",
  password: "Forgotten and changed passwords",
  policyChanges: "Changes of policies, their previews and undo",
  session: "Sign-in, sign-out and the current session",
  sessions: "The user's sessions on all devices",
  support: "Support requests",
  users: "Users and their changes",
};
