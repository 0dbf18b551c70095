import { formatsOf } from "../../ui/language/formats.ts";
import type { IdentityMessages } from "./messages.ts";

const { count, counted } = formatsOf("de");

export const german: IdentityMessages = {
  title: "Identitäten",
  context:
    "Die Personen des Verzeichnisses. Öffnen Sie eine, um zu sehen, worauf sie zugreifen kann und warum.",
  people: "Personen",
  search: "Personen suchen",
  show: "Zeigen",
  groups: { all: "Alle Personen", withAccounts: "Mit Konten", withoutAccounts: "Ohne Konten" },
  resource: "Ressource",
  anyResource: "Alle Ressourcen",
  org: "Organisation",
  anyOrg: "Alle Organisationen",
  chosenOrg: "Die gewählte Organisation",
  findOrg: "Organisation suchen",
  exportCsv: "CSV exportieren",
  columns: {
    name: "Name",
    username: "Benutzername",
    jobTitle: "Position",
    department: "Abteilung",
    location: "Standort",
    accounts: "Konten",
  },
  noAccount: "Kein Konto",
  noPeople: "Es wurden noch keine Personen importiert.",
  forbidden: "Sie können Identitäten nicht sehen",
  forbiddenWhy:
    "Ihre Rollen enthalten nicht die Berechtigung, die Personen des Verzeichnisses zu sehen. Bitten Sie die Administration um eine Rolle mit Rollenzuordnung.",
  loading: "Wird geladen",
  failed: "Die Person konnte nicht geladen werden",
  missing: "Diese Person ist nicht mehr im Verzeichnis",
  missingWhy: "Der letzte Import hat die Person möglicherweise entfernt.",
  back: "Alle Identitäten zeigen",
  accountCount: (accounts) => counted(accounts, { one: "Konto", other: "Konten" }),
  figures: {
    byPolicy: "Laut Richtlinie",
    outsidePolicy: "Außerhalb der Richtlinie",
    missing: "Fehlend",
  },
  figureHints: {
    byPolicy: "Vorhanden und durch eine Richtlinie gewährt",
    outsidePolicy: "Vorhanden, aber von keiner Richtlinie gewährt",
    missing: "Durch eine Richtlinie gewährt, aber nicht vorhanden",
  },
  person: "Person",
  accounts: "Konten",
  noAccounts: "Diese Person hat auf keiner Ressource ein Konto.",
  entitlements: (entitlements) =>
    counted(entitlements, { one: "Berechtigung", other: "Berechtigungen" }),
  access: "Berechtigungen",
  accessWhat: "Was die Person hat und was Richtlinien gewähren, jeweils mit dem Grund.",
  accessPeers: (org, members) =>
    `Was die Person hat und was Richtlinien gewähren, jeweils mit dem Grund. Verglichen wird mit ${counted(members, { one: "Mitglied", other: "Mitgliedern" })} von ${org}.`,
  searchAccess: "Berechtigungen suchen",
  accessGroups: {
    all: "Alle",
    policy: "Laut Richtlinie",
    outside: "Außerhalb der Richtlinie",
    missing: "Fehlend",
  },
  accessColumns: {
    name: "Berechtigung",
    resource: "Ressource",
    why: "Warum",
    accounts: "Konten",
    peers: "Im Vergleich",
  },
  outside: "Außerhalb der Richtlinie",
  missingTag: "Fehlt",
  noAccess: "Diese Person hat keine Berechtigung, und keine Richtlinie gewährt eine.",
  noneOfGroup: "Es gibt keine Berechtigung dieser Art.",
  ofPeers: (holders, members) => `${count(holders)} von ${count(members)}`,
  fields: {
    externalId: "ID",
    username: "Benutzername",
    email: "E-Mail-Adresse",
    jobTitle: "Position",
    department: "Abteilung",
    location: "Standort",
    manager: "Vorgesetzte Person",
    orgs: "Organisationen",
  },
};
