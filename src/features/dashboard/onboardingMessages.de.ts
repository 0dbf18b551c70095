import { formatsOf } from "../../ui/language/formats.ts";
import type { OnboardingMessages } from "./onboardingMessages.ts";

const { count } = formatsOf("de");

export const german: OnboardingMessages = {
  title: "Provision einrichten",
  context: (done, all) => `${count(done)} von ${count(all)} Schritten sind erledigt`,
  steps: {
    hrSystem: "HR-System",
    roleBasedGrouping: "Rollenbasierte Gruppierung",
    adminAccess: "Verwaltungszugang",
    managedSystem: "Erstes verwaltetes System",
  },
  states: {
    NotStarted: "Nicht begonnen",
    Current: "Zu erledigen",
    Complete: "Erledigt",
    Locked: "Gesperrt",
    Unauthorized: "Keine Berechtigung",
    CompleteButAccessible: "Erledigt",
  },
  toDo: {
    hrSystem:
      "Binden Sie das System an, das Ihre Mitarbeitenden kennt. Provision übernimmt daraus Namen, Positionen, Abteilungen und Standorte.",
    roleBasedGrouping:
      "Gruppieren Sie Positionen, Abteilungen und Standorte. Jede Gruppe kann eigenen Zugriff bekommen.",
    adminAccess:
      "Schalten Sie die Verwaltung von Zugriff ein, damit Administratoren Rollenzuordnung und Zugriffsverwaltung benutzen können.",
    managedSystem:
      "Binden Sie ein System an, dessen Konten und Berechtigungen Provision liest, zum Beispiel ein Verzeichnis oder eine Anwendung.",
  },
  done: {
    hrSystem: "Provision kennt Ihre Mitarbeitenden.",
    roleBasedGrouping: "Personen sind nach Position, Abteilung oder Standort gruppiert.",
    adminAccess: "Administratoren können Rollenzuordnung und Zugriffsverwaltung benutzen.",
    managedSystem: "Provision kennt die Konten und Berechtigungen von mindestens einem System.",
  },
  waitsForPeople: "Beginnt, sobald die Personen des HR-Systems importiert sind.",
  waitsForHr: "Beginnt, sobald das HR-System bestätigt ist.",
  locked: "Bestätigen Sie zuerst das HR-System.",
  unauthorized: "Bitten Sie jemanden mit Zugriff auf diesen Schritt.",
  add: { hr: "HR-System anbinden", managed: "System anbinden" },
  configure: (name) => `${name} einrichten`,
  confirm: (name) => `${name} bestätigen`,
  open: (name) => `${name} öffnen`,
  group: "Gruppierungen öffnen",
  users: "Benutzer verwalten",
  turnOn: "Einschalten",
};
