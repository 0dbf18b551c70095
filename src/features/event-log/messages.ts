import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";
import { sentence } from "../../ui/language/sentence.ts";

const { bytes, counted, moment } = formatsOf("en");

const english = {
  title: "Provision Support",
  what: "A record of your actions and of the server's answers, for support",
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
  keptHere: "The log is kept only in this browser. It never contains passwords.",
  dropEarlier: "Delete earlier sessions",
  notKept: "This browser keeps no log",
  notKeptWhy:
    "Its storage is full or switched off. You can still export this session until you close its tab.",

  export: "Export event log",
  whatToExport: "What to export",
  spans: { session: "One session", minutes: "The last minutes", all: "All" },
  whichSession: "Session",
  ownSession: "this session",
  eventCount: (events: number) => counted(events, { one: "event", other: "events" }),
  noErrors: "no errors",
  errors: (errors: number, last: number, type: string) =>
    `${counted(errors, { one: "error", other: "errors" })}, last at ${moment(last)}: ${type}`,
  minutes: "Minutes",
  sinceLoaded:
    "A new session begins when you load the page or sign in. The session with the last error comes first.",
  withNames: "Include real names",
  names: {
    real: "The file contains people's names, usernames and addresses, and is marked as such. Send it only to people who may see them.",
    pseudonyms:
      "Pseudonyms replace people's names, usernames and addresses. Each person keeps the same pseudonym, so the log can still be replayed.",
  },
  withReports: (count: number, size: number) =>
    count === 0
      ? "Include reports (none in this selection)"
      : `Include ${counted(count, { one: "report or policy", other: "reports and policies" })} (${bytes(size)} uncompressed)`,
  withReportsOfThen: "Include reports and policies of this selection",
  reports: {
    included: "A replay shows the builder's tables row by row.",
    leftOut: "Without reports, a replay shows counts instead of the builder's tables.",
  },
  exporting: "Exporting the event log",
  exportFailed: "The log could not be exported",
  nothingLost: (message: string) =>
    `${sentence(message)} The log is unchanged. Try again, or export fewer minutes.`,

  replay: "Replay an event log",
  replayWhat:
    "Replays a recorded session event by event and marks differences. This browser reads the file: nothing is sent, and your own log is unchanged.",
  chooseFile: "Choose a file",
  dropHint: "or drop an exported log here (.ndjson.gz)",
  replayFailed: "The file cannot be replayed",
};

export type SupportMessages = typeof english;
export const supportMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
