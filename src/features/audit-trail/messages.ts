import { createCatalogue } from "../../ui/language/catalogue.ts";

const english = {
  title: "Audit Trail",
  context: "Every change, with its time and author. Entries can't be changed or deleted.",
  entries: "Changes",
  actor: "Person (username)",
  kind: "Kind",
  allKinds: "All kinds",
  target: "Object (ID)",
  from: "From",
  until: "Until",
  ofTarget: "Show all changes of this object",
  byActor: "Show all changes by this person",
};

export type AuditMessages = typeof english;
export const auditMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
