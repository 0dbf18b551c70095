import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";
import { sentence } from "../../ui/language/sentence.ts";

const { bytes, counted, moment } = formatsOf("en");

const english = {
  title: "Provision Support",
  what: "What you did and what the server answered, for the people who help you",
  log: "Event log",
  events: "Events",
  size: "Size",
  sessions: "Sessions",
  span: "Time range",
  since: (duration: string, from: number) => `${duration}, since ${moment(from)}`,
  durations: {
    short: "less than a minute",
    minutes: (minutes: number) => counted(minutes, { one: "minute", other: "minutes" }),
    hours: (hours: number, minutes: number) =>
      `${counted(hours, { one: "hour", other: "hours" })} ${minutes} min`,
    days: (days: number) => counted(days, { one: "day", other: "days" }),
  },
  keptHere: "The log is kept in this browser and nowhere else. Passwords are never in it.",
  dropEarlier: "Delete earlier sessions",
  notKept: "This browser keeps no log",
  notKeptWhy:
    "It is full, or does not let pages store anything. This session can still be exported until its tab is closed.",

  export: "Export event log",
  whatToExport: "What to export",
  spans: { session: "This session", minutes: "The last minutes", all: "All" },
  minutes: "Minutes",
  sinceLoaded:
    "A session begins when the page is loaded or somebody signs in. What happened before is in the others.",
  withNames: "Include real names",
  names: {
    real: "Names, usernames and addresses of people stand in the file as they are, and the file says so. Send it only to people who may see them.",
    pseudonyms:
      "Names, usernames and addresses of people are replaced by pseudonyms, the same person by the same one, so that the log can still be replayed.",
  },
  withReports: (count: number, size: number) =>
    count === 0
      ? "Include reports (none in this selection)"
      : `Include ${counted(count, { one: "report or policy", other: "reports and policies" })} (${bytes(size)} uncompressed)`,
  withReportsOfThen: "Include the reports and policies of that time",
  reports: {
    included: "A replay shows the builder's tables row by row from the reports.",
    leftOut: "Without the reports a replay shows counts in place of the builder's tables.",
  },
  exporting: "Exporting the event log",
  exportFailed: "The log could not be exported",
  nothingLost: (message: string) =>
    `${sentence(message)} Nothing of the log was lost. Try again, or export fewer minutes.`,

  replay: "Replay an event log",
  replayWhat:
    "Shows a session as it was, event by event, and where it differs. This browser reads the file: nothing is sent, and your own log is unchanged.",
  chooseFile: "Choose a file",
  dropHint: "or drop an exported log here (.ndjson.gz)",
  replayFailed: "The file cannot be replayed",
};

export type SupportMessages = typeof english;
export const supportMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
