import { formatsOf } from "../../ui/language/formats.ts";
import { sentence } from "../../ui/language/sentence.ts";
import type { SupportMessages } from "./messages.ts";

const { bytes, counted, moment } = formatsOf("de");

export const german: SupportMessages = {
  title: "Provision-Support",
  what: "Was Sie getan haben und was der Server geantwortet hat, für die Menschen, die Ihnen helfen",
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
  keptHere:
    "Das Protokoll liegt in diesem Browser und sonst nirgends. Passwörter stehen nie darin.",
  dropEarlier: "Frühere Sitzungen löschen",
  notKept: "Dieser Browser behält kein Protokoll",
  notKeptWhy:
    "Er ist voll oder lässt Seiten nichts speichern. Diese Sitzung kann noch exportiert werden, bis ihr Tab geschlossen wird.",

  export: "Ereignisprotokoll exportieren",
  whatToExport: "Was exportiert wird",
  spans: { session: "Diese Sitzung", minutes: "Die letzten Minuten", all: "Alle" },
  minutes: "Minuten",
  sinceLoaded:
    "Eine Sitzung beginnt, wenn die Seite geladen wird oder sich jemand anmeldet. Was davor geschah, ist in den anderen.",
  withNames: "Echte Namen einschließen",
  names: {
    real: "Namen, Benutzernamen und Adressen von Personen stehen so in der Datei, wie sie sind, und die Datei sagt es. Geben Sie sie nur Menschen, die sie sehen dürfen.",
    pseudonyms:
      "Namen, Benutzernamen und Adressen von Personen werden durch Pseudonyme ersetzt, dieselbe Person durch dasselbe, sodass das Protokoll noch abgespielt werden kann.",
  },
  withReports: (count, size) =>
    count === 0
      ? "Berichte einschließen (keine in dieser Auswahl)"
      : `${counted(count, { one: "Bericht oder Richtlinie", other: "Berichte und Richtlinien" })} einschließen (${bytes(size)}, bevor sie gepackt werden)`,
  withReportsOfThen: "Berichte und Richtlinien dieser Zeit einschließen",
  reports: {
    included:
      "Beim Abspielen werden die Tabellen des Editors Zeile für Zeile aus den Berichten gezeigt.",
    leftOut: "Ohne die Berichte werden beim Abspielen Anzahlen statt der Tabellen gezeigt.",
  },
  exporting: "Das Ereignisprotokoll wird exportiert",
  exportFailed: "Das Protokoll konnte nicht exportiert werden",
  nothingLost: (message) =>
    `${sentence(message)} Vom Protokoll ging nichts verloren. Versuchen Sie es noch einmal, oder exportieren Sie weniger Minuten.`,

  replay: "Ereignisprotokoll abspielen",
  replayWhat:
    "Zeigt eine Sitzung, wie sie war, Ereignis für Ereignis, und wo sie anders ausgeht. Gelesen wird in diesem Browser: Nichts davon wird gesendet, und Ihr eigenes Protokoll bleibt, wie es ist.",
  chooseFile: "Datei wählen",
  dropHint: "oder ein exportiertes Protokoll hier ablegen (.ndjson.gz)",
  replayFailed: "Die Datei kann nicht abgespielt werden",
};
