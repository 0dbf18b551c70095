import { formatsOf } from "../ui/language/formats.ts";
import type { FrameMessages } from "./frameMessages.ts";

const { counted } = formatsOf("de");

export const german: FrameMessages = {
  footer: "Fußzeile",
  themes: { system: "Systemdesign", light: "Helles Design", dark: "Dunkles Design" },
  signedIn: "Angemeldet",
  keyboardShortcuts: "Tastenkürzel",
  logout: "Abmelden",
  leaveTitle: "Verlassen, ohne zu speichern?",
  leaveMessage:
    "Ihre Änderungen auf diesem Bildschirm sind nicht gespeichert. Wenn Sie ihn verlassen, gehen sie verloren.",
  leave: "Verlassen",
  stay: "Bleiben",

  clients: "Mandanten",
  client: "Mandant:",
  chooseClient: "Anderen Mandanten wählen",

  menuGroups: {
    manageAccess: "Zugriff verwalten",
    audit: "Audit",
    support: "Support",
    myAccount: "Mein Konto",
  },

  findAnything: "Alles finden",
  palette: {
    groups: {
      screens: "Bildschirme",
      actions: "Aktionen",
      orgs: "Organisationen",
      people: "Identitäten",
      accessRoles: "Zugriffsrollen",
      entitlements: "Wer hat diese Berechtigung?",
      resources: "Ressourcen",
      users: "Benutzer",
    },
    more: {
      orgs: "Weitere Ergebnisse: Tippen Sie weiter, oder öffnen Sie die Rollenzuordnung",
      people: "Weitere Ergebnisse: Tippen Sie weiter, oder öffnen Sie die Identitäten",
      accessRoles: "Weitere Ergebnisse: Tippen Sie weiter, oder öffnen Sie die Zugriffsrollen",
      users: "Weitere Ergebnisse: Tippen Sie weiter, oder öffnen Sie „Benutzer verwalten“",
    },
    orgTypes: { "job-titles": "Position", departments: "Abteilung", locations: "Standort" },
    goToClient: (name) => `Zum Mandanten ${name} wechseln`,
    results: (count) => counted(count, { one: "Ergebnis", other: "Ergebnisse" }),
    failed: (results) => `Namen konnten nicht durchsucht werden. ${results}`,
    searching: "Suche läuft",
    nothing: "Keine Ergebnisse",
  },

  everywhere: "Überall",
  inBuilder: "In der Tabelle des Zugriffsrichtlinien-Editors",
  keyCaps: {
    "Ctrl K": "Strg K",
    "Ctrl Z": "Strg Z",
    "Ctrl Y": "Strg Y",
    Enter: "Eingabe",
    "Page Up": "Bild ↑",
    "Page Down": "Bild ↓",
    Home: "Pos 1",
    End: "Ende",
    Space: "Leertaste",
    "Shift Space": "⇧ Leertaste",
    "⇧ Space": "⇧ Leertaste",
  },
  keys: {
    find: "Bildschirme, Organisationen, Benutzer und Aktionen finden und ausführen",
    list: "Diese Liste anzeigen",
    search: "Zum Filter oder Suchfeld des Bildschirms gehen",
    next: "Zum nächsten Link, zur nächsten Schaltfläche oder zum nächsten Feld gehen",
    press: "Den Link oder die Schaltfläche auslösen, die den Fokus hat",
    close: "Schließen, was offen ist, oder das Feld leeren",
    row: "Um eine Zeile weitergehen",
    page: "Um eine Seite von Zeilen weitergehen",
    ends: "Zur ersten oder letzten Zeile gehen",
    typed: "Zur nächsten Zeile gehen, deren Name mit dem Getippten beginnt",
    tick: "Die Zeile auswählen oder abwählen",
    range: "Den Bereich von der zuletzt ausgewählten bis zu dieser Zeile auswählen oder abwählen",
    collapse: "Eine Ressource zu- oder aufklappen",
    undo: "Rückgängig machen oder wiederholen",
  },
};
