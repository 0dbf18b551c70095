import { formatsOf } from "../../ui/language/formats.ts";
import type { ImportMessages } from "./messages.ts";

const { count, counted } = formatsOf("de");

export const german: ImportMessages = {
  title: "Datenimport",
  context: "Personen, Konten und Berechtigungen aus Dateien in das Verzeichnis übernehmen.",
  chooseFiles: "Dateien",
  files: { identities: "Identitäten", access: "Zugriffe" },
  hints: {
    identities:
      "Spalten: id (erforderlich), username, givenName, familyName, email, jobTitle, department, location, manager. Andere Spalten werden Attribute.",
    access:
      "Spalten: identityId, resource und account (erforderlich), entitlement. Lassen Sie identityId bei einem verwaisten Konto leer.",
  },
  choose: {
    identities: "Datei mit Identitäten wählen",
    access: "Datei mit Zugriffen wählen",
  },
  dropHint: (megabytes) =>
    `oder hier ablegen: CSV, als .csv.gz komprimiertes CSV oder Excel (.xlsx), höchstens ${count(megabytes)} MB`,
  remove: (file) => `${file} entfernen`,
  removeShort: "Entfernen",
  mode: "Was mit vorhandenem Zugriff geschieht",
  modes: { merge: "Zusammenführen", replace: "Ersetzen" },
  modeHints: {
    merge: "Datensätze werden hinzugefügt und aktualisiert. Nichts wird entfernt.",
    replace:
      "Außerdem werden Konten, Berechtigungen und Zuweisungen entfernt, die in der Datei mit Zugriffen fehlen, auf den Ressourcen, die sie nennt.",
  },
  check: "Dateien prüfen",
  checkHint: "Provision prüft die Dateien zuerst. Bis Sie bestätigen, wird nichts geschrieben.",
  refused: "Die Dateien konnten nicht geprüft werden",
  interrupted:
    "Das letzte Hochladen wurde nicht abgeschlossen. Wählen Sie die Dateien noch einmal.",
  loadFailed: "Der Import konnte nicht geladen werden",
  sending: "Dateien werden gesendet",
  sendingHint: "Lassen Sie diese Seite geöffnet, bis die Dateien gesendet sind.",
  checking: "Dateien werden geprüft",
  waitsForDisk: "Wartet auf Speicherplatz",
  importing: "Import läuft",
  phases: {
    waiting: "Wartet auf den Beginn",
    reading: "Dateien lesen",
    comparing: "Mit dem Verzeichnis vergleichen",
    writing: "Schreiben",
  },
  progress: (phase, percent) => `${phase}: ${percent}`,
  leave: "Sie können diese Seite verlassen. Der Import läuft auf dem Server weiter.",
  writingHint:
    "Der Import kann nicht mehr abgebrochen werden. Es wird alles geschrieben oder nichts.",
  cancel: "Import abbrechen",
  preview: "Vorschau",
  previewHint: "Es wurde noch nichts geschrieben.",
  gated: "Dieser Plan braucht Ihre Entscheidung",
  gatedWhat: "Genau dieser Plan wird geschrieben, oder nichts.",
  removes: (percent) =>
    `Er entfernt mehr als ${count(percent)} Prozent dessen, was die Ressourcen der Dateien enthalten. Prüfen Sie, ob die Dateien vollständig sind.`,
  rewrites: (percent) =>
    `Er ändert bei mehr als ${count(percent)} Prozent der Personen Name, Position, Abteilung oder Standort. Prüfen Sie, ob jede Spalte die richtigen Werte hat und keine Spalte verschoben ist.`,
  rewritten: (people, of) => `Personen: ${count(people)} von ${count(of)} werden geändert`,
  gates: (kind, removed, of) => `${kind}: ${count(removed)} von ${count(of)} werden entfernt`,
  startedBy: (actor, mode) => `Gestartet von ${actor} · ${mode}`,
  start: "Importieren",
  discard: "Verwerfen",
  noChanges: "Das Verzeichnis enthält bereits alles. Es gibt nichts zu importieren.",
  allRejected: "Alle Datensätze wurden abgelehnt. Es gibt nichts zu importieren.",
  rejected: (all) => `${counted(all, { one: "Datensatz", other: "Datensätze" })} abgelehnt`,
  skip: (all) =>
    all === 1
      ? "Den abgelehnten Datensatz auslassen"
      : `${count(all)} abgelehnte Datensätze auslassen`,
  skipFirst:
    "Lassen Sie die abgelehnten Datensätze aus, um die anderen zu importieren, oder berichtigen Sie die Dateien.",
  confirmTitle: "Diese Dateien importieren?",
  confirmMerge: (client, added, updated) =>
    `Mandant ${client}: ${counted(added, { one: "Datensatz", other: "Datensätze" })} neu und ${count(updated)} geändert, in einem Schritt. Sie können abbrechen, bis das Schreiben beginnt.`,
  confirmReplace: (client, added, updated, removed) =>
    `Mandant ${client}: ${counted(added, { one: "Datensatz", other: "Datensätze" })} neu, ${count(updated)} geändert und ${count(removed)} entfernt, in einem Schritt. Sie können abbrechen, bis das Schreiben beginnt.`,
  notStarted: "Der Import wurde nicht gestartet",
  done: "Die Dateien wurden importiert",
  failed: "Der Import ist fehlgeschlagen",
  checkFailed: "Die Prüfung ist fehlgeschlagen",
  again: "Andere Dateien importieren",
  undoHint: "Öffnen Sie ihn unten bei den früheren Importen, um ihn rückgängig zu machen.",
  counts: "Änderungen nach Art",
  kind: "Art",
  kinds: {
    identities: "Identitäten",
    orgs: "Organisationen",
    resources: "Ressourcen",
    accounts: "Konten",
    entitlements: "Berechtigungen",
    assignments: "Zuweisungen",
  },
  changes: {
    added: "Neu",
    updated: "Geändert",
    unchanged: "Unverändert",
    removed: "Entfernt",
    rejected: "Abgelehnt",
  },
  warnings: (all) => counted(all, { one: "Hinweis", other: "Hinweise" }),
  rejects: "Abgelehnte Datensätze",
  rejectsKept: (kept, all) =>
    `Die ersten ${count(kept)} von ${count(all)} abgelehnten Datensätzen sind aufgeführt.`,
  columns: { file: "Datei", line: "Zeile", column: "Spalte", reason: "Grund" },
  codes: {
    COLUMN_COUNT: "Falsche Zahl von Werten",
    REQUIRED: "Wert fehlt",
    TOO_LONG: "Wert ist zu lang",
    CONTROL_CHARACTER: "Steuerzeichen",
    UNREADABLE_CELL: "Formel ohne Wert",
    CONFLICT: "Widerspricht einer anderen Zeile",
    UNKNOWN_IDENTITY: "Unbekannte Identität",
    CONNECTED_SYSTEM: "Angebundenes System",
  },
};
