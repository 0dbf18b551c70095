import { formatsOf } from "../../ui/language/formats.ts";
import type { DashboardMessages } from "./messages.ts";

const { count, counted, list } = formatsOf("de");

export const german: DashboardMessages = {
  limitsTitle: "Grenzen für Systeme",
  limitNames: {
    limitApi: "Höchstzahl der API-Systeme",
    limitSystemExport: "Höchstzahl der Export-Systeme",
    limitSelfCertified: "Höchstzahl der selbst bestätigten Systeme",
  },
  limitsWhat:
    "Ein leeres Feld bedeutet keine Grenze. Eine niedrigere Grenze entfernt keine Systeme.",
  limitsNotSaved: "Die Grenzen wurden nicht gespeichert",
  saveLimits: "Grenzen speichern",
  signInRules: "Regeln der Anmeldung",
  requiresSecondFactor: "Zweiten Faktor verlangen",
  requiresSecondFactorWhat:
    "Wer sich mit einem Passwort anmeldet, richtet bei der nächsten Anmeldung einen zweiten Faktor ein.",
  saveSignInRules: "Regeln speichern",
  signInRulesNotSaved: "Die Regeln der Anmeldung wurden nicht gespeichert",
  approvalRules: "Regeln der Genehmigung",
  requiresSecondApprover: "Zweite Person für Genehmigungen verlangen",
  requiresSecondApproverWhat:
    "Personen, die eine Vorschau der Bereitstellung erstellen oder ihren Umfang ändern, können sie nicht genehmigen. Personen, die einen Import eines HR-Systems starten, können seinen Plan nicht anwenden. Importe, die ein Zeitplan oder eine neue Version einer Datei startet, brauchen innerhalb ihrer Grenzen keine Genehmigung.",
  saveApprovalRules: "Regeln der Genehmigung speichern",
  approvalRulesNotSaved: "Die Regeln der Genehmigung wurden nicht gespeichert",
  dashboard: "Übersicht",
  noClient: "Kein Mandant",
  noClientWhy:
    "Ihr Konto gehört zu keinem Mandanten, darum gibt es nichts zu zeigen. Bitten Sie die Person, die Ihr Konto eingerichtet hat, Sie einem hinzuzufügen.",
  holds: "Was das Verzeichnis enthält",
  identities: "Identitäten",
  accounts: "Konten",
  orphaned: (accounts) => `${count(accounts)} verwaist`,
  resources: "Ressourcen",
  entitlements: "Berechtigungen",
  assignments: (assignments) => counted(assignments, { one: "Zuordnung", other: "Zuordnungen" }),
  haveAPolicy: (orgs) => `${count(orgs)} mit Richtlinie`,
  withPolicy: "Organisationen mit Richtlinie",
  ofOrgs: (orgs) => `von ${counted(orgs, { one: "Organisation", other: "Organisationen" })}`,
  countsFailed: "Die Zahlen konnten nicht geladen werden",
  again: "Erneut versuchen",

  yourAccount: "Ihr Konto",
  yourAccountWhat: "Sie verwalten diesen Mandanten nicht. Das hier können Sie selbst verwalten.",
  manageProfile: "Profil verwalten",
  managePassword: "Passwort verwalten",
  requestSupport: "Support anfragen",

  next: "Was als Nächstes zu tun ist",
  nothingToDo: "Nichts zu tun",
  nothingToDoWhy:
    "Jede Organisation mit Mitgliedern hat eine Zugriffsrichtlinie, und jedes Konto gehört zu einer Identität.",
  import: "Ihr Verzeichnis importieren",
  importHow:
    "Es gibt noch keine Identitäten. Sie kommen aus CSV-Dateien oder Excel-Arbeitsmappen. Importieren Sie sie im Browser, oder führen Sie diesen Befehl dort aus, wo Provision installiert ist.",
  openImport: "Datenimport öffnen",
  command: "Befehl",
  withoutPolicy: (orgs) =>
    counted(orgs, {
      one: "Organisation hat Mitglieder und keine Zugriffsrichtlinie",
      other: "Organisationen haben Mitglieder und keine Zugriffsrichtlinie",
    }),
  withoutPolicyHow: (withMembers) =>
    `Von ${counted(withMembers, { one: "Organisation", other: "Organisationen" })} mit Mitgliedern. Beginnen Sie mit einer großen, am besten mit einer Position, deren Mitglieder die gleiche Arbeit tun: Der Zugriffsrichtlinien-Editor zeigt, was sie gemeinsam haben.`,
  orphanedAccounts: (accounts) =>
    counted(accounts, {
      one: "Konto gehört zu keiner Identität",
      other: "Konten gehören zu keiner Identität",
    }),
  orphanedHow: (accounts) =>
    `Von insgesamt ${count(accounts)}. Ein verwaistes Konto hat keinen Eigentümer, und die Auswertung zählt seine Berechtigungen nicht. Um es zu verknüpfen, öffnen Sie bei seinem System die Kontenzuordnung. Bei Konten aus Dateien ergänzen Sie in der Zeile der Zugriffsdatei eine identityId und importieren die Datei erneut.`,
  announce: (systems) =>
    counted(systems, { one: "System ist eingerichtet", other: "Systeme sind eingerichtet" }),
  announceHow: (names) =>
    `${list(names)}. Benachrichtigen Sie Eigentümer und Verwaltung des Mandanten per E-Mail.`,
  sendEmail: "E-Mail senden",
  suggestedOrder:
    "Zuerst kommen Positionen, dann Abteilungen und Standorte, jeweils die größten zuerst.",
  withoutAPolicy: (kind) => `${kind} ohne Richtlinie`,
  somebodyElse: "Das kann jemand mit Zugriff auf die Rollenzuordnung tun.",
  members: (members) => counted(members, { one: "Mitglied", other: "Mitglieder" }),
  openRoleMapping: "Rollenzuordnung öffnen",

  client: "Mandant",
  editClient: "Mandant bearbeiten",
  plan: "Plan",
  plans: { Onboarding: "Einrichtung", Growth: "Wachstum" },
  systemLimits: "Grenzen für Systeme",
  limits: {
    api: (used, limit) => `API: ${count(used)} von ${count(limit)}`,
    export: (used, limit) => `Export: ${count(used)} von ${count(limit)}`,
    manual: (used, limit) => `Manuell: ${count(used)} von ${count(limit)}`,
  },
  owners: "Eigentümer",
  hrManagers: "HR-Verwaltung",
  andOthers: "und weitere",
  adManagers: "AD-Verwaltung",
  secureAgent: "Secure Agent",
  agentStatus: { Ready: "Bereit", Pending: "Wartend", "Not Detected": "Nicht gefunden" },
  notLoaded: "Konnte nicht geladen werden",
  loadAgain: (what) => `${what} erneut laden`,
  save: "Speichern",
  notSaved: "Der Mandant wurde nicht gespeichert",
  usernames: "Format der Benutzernamen",
  usernamesExample: "Beispiel: Ada Lovelace",
  noFormat: "Manuell eingeben",
  otherFormat: "Ein anderes Format",
  format: "Format",
  formatParts: "Aus {first}, {last}, {f} und {l}",
  formatExample: (username) => `Für Ada Lovelace: ${username}`,
  formatNotSaved: "Das Format wurde nicht gespeichert",
  saveFormat: "Format speichern",
  saved: "Gespeichert",
};
