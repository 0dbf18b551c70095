import { formatsOf } from "../../ui/language/formats.ts";
import type { PreviewMessages } from "./previewMessages.ts";

const { count } = formatsOf("de");

export const german: PreviewMessages = {
  live: "Vorschau",
  liveWhat: {
    inbound: "Was die Zuordnung für ein echtes Konto ergibt",
    outbound: "Was die Zuordnung für eine echte Identität ergibt",
  },
  searchObject: { inbound: "Konten suchen", outbound: "Identitäten suchen" },
  incomplete: "Vervollständigen Sie die Zuordnung, um zu sehen, was sie ergibt.",
  liveFailed: "Die Vorschau der Zuordnung ist nicht möglich",
  noObjects: "Keine Objekte",
  otherObjects: "Andere Objekte",
  becomes: "wird zu",
  same: "unverändert",
  noValue: "kein Wert",
  notApplied: "Die Zuordnung gilt nicht für dieses Objekt",
  sample: (part, total) => `Die ersten ${part} von ${total}:`,
  counts: (changed, empty, failing, notUnique) =>
    `${count(changed)} geändert · ${count(empty)} leer · ${count(failing)} fehlerhaft · ${count(notUnique)} nicht eindeutig`,
  problems: {
    codeFailed: "Der Code ist fehlgeschlagen",
    codeTooSlow: "Der Code hat zu lange gebraucht",
    codeTooLarge: "Der Code ist zu groß",
    wrongType: "Der Wert hat den falschen Typ",
    valueTooLong: "Der Wert ist zu lang",
    severalValues: "Es gibt mehrere Werte, aber das Ziel kann nur einen haben",
    conflictingValues: "Zuordnungen ergeben verschiedene Werte",
    noUnit: "Für den Wert ist keine Einheit festgelegt",
    noFreeToken: "Keine Zahl ist mehr frei",
    attributeMissing: "Das Attribut fehlt",
  },
  withDetail: (problem, detail) => `${problem}: ${detail}`,

  preview: "Vorschau aller Objekte",
  previewWhat: {
    inbound:
      "Was die gespeicherten Zuordnungen an allen Identitäten ändern würden. Nichts wird dort gespeichert.",
    outbound:
      "Was die gespeicherten Zuordnungen an allen Konten ändern würden. Nichts wird an das System gesendet.",
  },
  editedWhat: {
    inbound:
      "Was die Zuordnung in ihrem jetzigen Stand an allen Identitäten ändern würde. Nichts wird dort gespeichert.",
    outbound:
      "Was die Zuordnung in ihrem jetzigen Stand an allen Konten ändern würde. Nichts wird an das System gesendet.",
  },
  withEdited: (name) => `Diese Vorschau enthält eine ungespeicherte Zuordnung von ${name}`,
  editedSince: "Die Zuordnung hat sich seit dieser Vorschau geändert",
  allEvaluated: (part, total) => `${count(part)} von ${count(total)} Objekten`,
  start: "Vorschau aller Objekte",
  again: "Erneute Vorschau",
  cancel: "Vorschau abbrechen",
  none: "Noch keine Vorschau.",
  running: "Objekte werden ausgewertet",
  otherRuns: "Eine andere Vorschau läuft.",
  ended: {
    failed: "Die Vorschau ist fehlgeschlagen. Starten Sie sie noch einmal.",
    cancelled: "Die Vorschau wurde abgebrochen. Ihre Zahlen sind unvollständig.",
  },
  stale: "Die Zuordnungen oder die Objekte haben sich seit dieser Vorschau geändert",
  evaluated: (part, total) => `${count(part)} von ${count(total)} Objekten,`,
  previewFailed: "Die Vorschau konnte nicht geladen werden",
  byTarget: "Zahlen nach Ziel",
  target: "Ziel",
  findings: {
    changed: "Geändert",
    empty: "Leer",
    failing: "Fehlerhaft",
    notUnique: "Nicht eindeutig",
    longest: "Längster",
  },
  reason: (problem, number) => `${problem} (${number})`,
  showObjects: (name, finding, number) => `${name}, ${finding}: ${number}. Objekte zeigen`,
  objectsOf: (name, finding) => `${name}: ${finding}`,
  atMost: "Höchstens die ersten 1.000 Objekte stehen hier.",
  objects: "Objekte",
  object: "Objekt",
  before: "Vorher",
  after: "Nachher",

  suggestions: "Vorschläge",
  suggestionsWhat: "Zuordnungen, die sich aus den vorhandenen Werten ergeben",
  suggestionsFailed: "Die Vorschläge konnten nicht geladen werden",
  nothingToCompare: "Es gibt noch keine Konten mit bekannten Inhabern zum Vergleichen.",
  noSuggestions: "Aus den Werten ergibt sich keine weitere Zuordnung.",
  fits: (share, number) => `Passt auf ${share} von ${number} Werten`,
  use: "Verwenden",
  useFor: (name) => `Vorschlag für ${name} verwenden`,
};
