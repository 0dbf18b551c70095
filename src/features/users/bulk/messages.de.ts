import { formatsOf } from "../../../ui/language/formats.ts";
import { sentence } from "../../../ui/language/sentence.ts";
import type { BulkMessages } from "./messages.ts";

const { count, counted } = formatsOf("de");

export const german: BulkMessages = {
  title: "Massenänderungen",
  context: "Viele Benutzer durch eine CSV-Datei anlegen, ändern, archivieren und wiederherstellen.",
  downloadUsers: "Alle Benutzer herunterladen",
  chooseFile: "Datei wählen",
  fileHint:
    "oder eine CSV-Datei hier ablegen. Sie wird geprüft, und nichts wird geändert, bevor Sie sie anwenden.",
  theFile: "Die Datei",
  rules: (columns) => [
    `Ihre erste Zeile nennt die Spalten: ${columns}. Nur username muss da sein.`,
    "Ein Benutzername, den niemand hat, ist ein neuer Benutzer. Wer nicht in der Datei steht, bleibt, wie er ist.",
    "Eine Spalte, die fehlt, lässt ihr Feld in Ruhe; eine leere Zelle leert es, außer wo ja oder nein (yes, no) erwartet wird.",
    "Mehrere Rollen oder Ressourcen in einer Zelle werden durch Semikolon getrennt.",
  ],
  checking: "Die Datei wird geprüft",
  checkingHint: "Eine Datei von 100.000 Zeilen dauert etwa eine Minute.",
  notChecked: "Die Datei wurde nicht geprüft",
  notFound: "Diese Prüfung gibt es nicht mehr",
  notFoundHint: "Prüfungen werden eine Woche aufbewahrt, und nur für den, der sie gemacht hat.",
  notLoaded: "Die Prüfung konnte nicht geladen werden",
  tryAgain: "Noch einmal versuchen",
  anotherFile: "Andere Datei",
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
  sendEmails: "Allen, die angelegt werden, eine Bestätigungsmail senden",
  applying: "Die Datei wird angewendet",
  progress: (done, all) => `${count(done)} von ${count(all)}`,
  stopped: "Die Datei wurde nicht bis zum Ende angewendet",
  stoppedHint: (message) =>
    `${sentence(message)} Was angewendet wurde, bleibt; der Rest kann noch angewendet werden.`,
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
  close: "Schließen",
  field: "Feld",
  before: "Vorher",
  after: "Nachher",
};
