import { formatsOf } from "../../../ui/language/formats.ts";
import { sentence } from "../../../ui/language/sentence.ts";
import type { BulkMessages } from "./messages.ts";

const { count, counted } = formatsOf("de");

export const german: BulkMessages = {
  title: "Massenänderungen",
  context:
    "Viele Benutzer mit einer CSV- oder Excel-Datei anlegen, ändern, archivieren und wiederherstellen.",
  downloadUsers: "Alle Benutzer herunterladen",
  chooseFile: "Datei wählen",
  fileHint:
    "oder eine CSV- oder Excel-Datei (.xlsx) hier ablegen. Sie wird geprüft, und nichts wird geändert, bevor Sie sie anwenden.",
  theFile: "Die Datei",
  selectedUsers: "Ausgewählte Benutzer",
  rules: (columns) => [
    `Ihre erste Zeile nennt die Spalten: ${columns}. Nur username ist erforderlich.`,
    "Unbekannte Benutzernamen werden angelegt. Benutzer, die nicht in der Datei stehen, bleiben unverändert.",
    "Eine fehlende Spalte lässt ihr Feld unverändert; eine leere Zelle leert es, außer wo ja oder nein (yes, no) erwartet wird.",
    "Mehrere Rollen oder Ressourcen in einer Zelle werden durch Semikolon getrennt.",
  ],
  checking: "Die Datei wird geprüft",
  checkingHint: "Eine Datei von 100.000 Zeilen dauert etwa eine Minute.",
  notChecked: "Diese Datei kann nicht verwendet werden",
  notFound: "Diese Prüfung gibt es nicht mehr",
  notFoundHint: "Eine Prüfung wird eine Woche aufbewahrt; nur ihr Ersteller kann sie öffnen.",
  notLoaded: "Die Prüfung konnte nicht geladen werden",
  tryAgain: "Erneut versuchen",
  anotherFile: "Andere Datei wählen",
  lines: "Zeilen",
  all: "Alle",
  kinds: {
    create: "Anlegen",
    change: "Ändern",
    archive: "Archivieren",
    restore: "Wiederherstellen",
    unchanged: "Unverändert",
    refused: "Abgelehnt",
    done: "Erledigt",
    late: "Nicht angewendet",
  },
  apply: (lines) => `${counted(lines, { one: "Änderung", other: "Änderungen" })} anwenden`,
  goOn: (lines) =>
    `Die anderen ${counted(lines, { one: "Änderung", other: "Änderungen" })} anwenden`,
  sendEmails: "Neuen Benutzern eine Einladung per E-Mail senden",
  saveEmails:
    "Einladungen für neue Benutzer auf dem Server speichern (E-Mail ist nicht eingerichtet)",
  applying: "Die Datei wird angewendet",
  progress: (done, all) => `${count(done)} von ${count(all)}`,
  stopped: "Die Datei wurde nicht bis zum Ende angewendet",
  stoppedHint: (message) =>
    `${sentence(message)} Angewendete Zeilen bleiben angewendet. Die übrigen können Sie noch anwenden.`,
  nothingToApply: "Nichts in dieser Datei kann angewendet werden.",
  applied: (lines) =>
    `${counted(lines, { one: "Zeile wurde", other: "Zeilen wurden" })} angewendet.`,
  late: (lines) =>
    `${counted(lines, { one: "Zeile wurde", other: "Zeilen wurden" })} nicht angewendet, weil sich seit der Prüfung etwas geändert hatte.`,
  downloadResult: "Als CSV herunterladen",
  line: (line) => `Zeile ${line}`,
  lineHeader: "Zeile",
  whatHeader: "Benutzer und Änderungen",
  nobody: "Kein Benutzername",
  noChange: "Nichts ist anders",
  openUser: "Benutzer öffnen",
};
