import type { AuditMessages } from "./messages.ts";

export const german: AuditMessages = {
  title: "Änderungsprotokoll",
  context:
    "Jede Änderung mit Zeit und Urheber. Einträge können nicht geändert oder gelöscht werden.",
  entries: "Änderungen",
  actor: "Person (Benutzername)",
  kind: "Art",
  allKinds: "Alle Arten",
  target: "Objekt (ID)",
  from: "Von",
  until: "Bis",
  ofTarget: "Alle Änderungen dieses Objekts anzeigen",
  byActor: "Alle Änderungen dieser Person anzeigen",
};
