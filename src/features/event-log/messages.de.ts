import { formatsOf } from "../../ui/language/formats.ts";
import { sentence } from "../../ui/language/sentence.ts";
import type { SupportMessages } from "./messages.ts";

const { bytes, counted, moment } = formatsOf("de");

export const german: SupportMessages = {
  title: "Provision-Support",
  what: "Ein Protokoll Ihrer Aktionen und der Antworten des Servers, für den Support",
  log: "Ereignisprotokoll",
  events: "Ereignisse",
  size: "Größe",
  sessions: "Sitzungen",
  span: "Zeitraum",
  since: (duration, from) => `${duration}, seit ${moment(from)}`,
  durations: {
    short: "weniger als eine Minute",
    minutes: (minutes) => counted(minutes, { one: "Minute", other: "Minuten" }),
    hours: (hours, minutes) =>
      `${counted(hours, { one: "Stunde", other: "Stunden" })} ${minutes} Min.`,
    days: (days) => counted(days, { one: "Tag", other: "Tage" }),
  },
  keptHere: "Das Protokoll liegt nur in diesem Browser. Es enthält nie Passwörter.",
  dropEarlier: "Frühere Sitzungen löschen",
  notKept: "Dieser Browser behält kein Protokoll",
  notKeptWhy:
    "Sein Speicher ist voll oder abgeschaltet. Sie können diese Sitzung noch exportieren, bis Sie ihren Tab schließen.",

  export: "Ereignisprotokoll exportieren",
  whatToExport: "Was exportiert wird",
  spans: { session: "Eine Sitzung", minutes: "Die letzten Minuten", all: "Alle" },
  whichSession: "Sitzung",
  ownSession: "diese Sitzung",
  eventCount: (events) => counted(events, { one: "Ereignis", other: "Ereignisse" }),
  noErrors: "keine Fehler",
  errors: (errors, last, type) =>
    `${counted(errors, { one: "Fehler", other: "Fehler" })}, zuletzt ${moment(last)}: ${type}`,
  minutes: "Minuten",
  sinceLoaded:
    "Eine neue Sitzung beginnt, wenn Sie die Seite laden oder sich anmelden. Die Sitzung mit dem letzten Fehler steht zuerst.",
  withNames: "Echte Namen einschließen",
  names: {
    real: "Die Datei enthält Namen, Benutzernamen und Adressen von Personen und ist so gekennzeichnet. Geben Sie sie nur an Personen weiter, die diese sehen dürfen.",
    pseudonyms:
      "Pseudonyme ersetzen Namen, Benutzernamen und Adressen von Personen. Jede Person behält dasselbe Pseudonym, sodass das Protokoll noch abgespielt werden kann.",
  },
  withReports: (count, size) =>
    count === 0
      ? "Berichte einschließen (keine in dieser Auswahl)"
      : `${counted(count, { one: "Bericht oder Richtlinie", other: "Berichte und Richtlinien" })} einschließen (${bytes(size)} ungepackt)`,
  withReportsOfThen: "Berichte und Richtlinien dieser Auswahl einschließen",
  reports: {
    included: "Beim Abspielen werden die Tabellen des Editors Zeile für Zeile gezeigt.",
    leftOut: "Ohne Berichte werden beim Abspielen Anzahlen statt der Tabellen gezeigt.",
  },
  exporting: "Das Ereignisprotokoll wird exportiert",
  exportFailed: "Das Protokoll konnte nicht exportiert werden",
  nothingLost: (message) =>
    `${sentence(message)} Das Protokoll ist unverändert. Versuchen Sie es erneut, oder exportieren Sie weniger Minuten.`,

  replay: "Ereignisprotokoll abspielen",
  replayWhat:
    "Spielt eine Sitzung Ereignis für Ereignis ab und markiert Unterschiede. Ihr Browser liest die Datei und sendet nichts davon. Ihr eigenes Protokoll bleibt unverändert.",
  chooseFile: "Datei wählen",
  dropHint: "oder ein exportiertes Protokoll hier ablegen (.ndjson.gz)",
  replayFailed: "Die Datei kann nicht abgespielt werden",
};
