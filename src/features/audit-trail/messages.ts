import { createCatalogue } from "../../ui/language/catalogue.ts";

const english = {
  title: "Audit Trail",
  context: "Every change, with its time and author. Entries can't be changed or deleted.",
  entries: "Changes",
  actor: "Person (username)",
  kind: "Kind",
  kinds: {
    all: "All kinds",
    users: "Users",
    bulkChanges: "Bulk changes",
    orgs: "Policies",
    groupings: "Groups of orgs",
    policyChanges: "Policies of many orgs",
    accessRoles: "Access roles",
    cases: "Cases",
    identities: "Identities",
    clients: "Client",
    mining: "Mining",
    reports: "Reports",
    session: "Sign-in",
    sessions: "Sessions",
    password: "Passwords",
    activation: "Activation",
    support: "Support requests",
    import: "Imports",
    server: "Server",
  },
  target: "Object (ID)",
  from: "From",
  until: "Until",
  columns: { at: "When", actor: "Who", call: "What", target: "Thing", fields: "Changes" },
  field: "Field",
  before: "Before",
  after: "After",
  noValues: "No values were recorded.",
  close: "Close",
  exportCsv: "Export CSV",
};

export type AuditMessages = typeof english;
export const auditMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
