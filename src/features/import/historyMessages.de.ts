import { formatsOf } from "../../ui/language/formats.ts";
import type { HistoryMessages } from "./historyMessages.ts";

const { count, counted } = formatsOf("de");

const records = (number: number) => counted(number, { one: "Datensatz", other: "Datensätze" });

export const german: HistoryMessages = {
  history: "Frühere Importe",
  historyWhat:
    "Der neueste zuerst. Öffnen Sie einen, um zu sehen, was er geändert hat, oder um ihn rückgängig zu machen.",
  noImports: "Es wurden noch keine Dateien importiert",
  columns: {
    no: "Nr.",
    status: "Status",
    changes: "Datensätze",
    mode: "Art",
    actor: "Von",
    at: "Wann",
  },
  statuses: { done: "Fertig", undone: "Rückgängig gemacht" },
  modes: { merge: "Zusammenführen", replace: "Ersetzen" },
  actor: (name, byCommand) => (byCommand ? `${name} (Befehl)` : name),
  importFailed: "Der Import konnte nicht geladen werden",
  importTitle: (no) => `Import ${count(no)}`,
  summary: (actor, changes) => `${actor} · ${records(changes)} geändert`,
  undoneBy: (name) => `Rückgängig gemacht von ${name}`,
  notKept:
    "Provision bewahrt nicht mehr auf, was dieser Import geändert hat. Er kann nicht rückgängig gemacht werden.",
  close: "Schließen",
  undo: "Rückgängig machen",
  undoTitle: (no) => `Import ${count(no)} rückgängig machen?`,
  undoWhat: (changes) =>
    `Die geänderten Datensätze (${count(changes)}) werden wieder so wie vorher. Hängt etwas Späteres von einem davon ab, ändert Provision nichts und nennt, was davon abhängt.`,
  notUndone: "Der Import wurde nicht rückgängig gemacht",
  changes: "Was er geändert hat",
  search: "Datensätze suchen",
  exportChanges: "Datensätze exportieren",
  noChanges: "Er hat nichts geändert.",
  name: "Datensatz",
  resource: "Ressource",
  kind: "Art",
  change: "Änderung",
  allKinds: "Alle Arten",
  allChanges: "Alle Änderungen",
  kindNames: {
    person: "Person",
    org: "Organisation",
    resource: "Ressource",
    entitlement: "Berechtigung",
    account: "Konto",
  },
  changeNames: { added: "Neu", updated: "Geändert", removed: "Entfernt" },
  changeTitle: (name) => `${name}: vorher und nachher`,
};
