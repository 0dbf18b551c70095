import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";
import type { NotedTable } from "./missingReports.ts";

const { bytes, count, counted } = formatsOf("en");
const EVENTS = { one: "event", other: "events" };
const ENTITLEMENTS = { one: "entitlement", other: "entitlements" };

const english = {
  eventLog: "Event log",
  events: (events: number) => counted(events, EVENTS),
  someEvents: (some: number, all: number) => `${count(some)} of ${counted(all, EVENTS)}`,

  replayOf: (file: string) => `Replay of ${file}`,
  replay: "Replay",
  realNames: "Real names",
  namesReplaced: "Names replaced",
  session: "Session",
  leave: "Leave replay",
  preparing: (events: number) => `Preparing ${counted(events, EVENTS)}`,
  preparingLabel: "Preparing the replay",
  goTo: (event: number) => `Go to event ${event}`,
  asRecorded:
    "Up to there everything is as recorded. From there on, the screen may differ from what the administrator saw.",
  cannotReplay: "This session cannot be replayed",
  brokenLog: "This version of Provision can't read part of it.",
  tablesNotCompared: "Tables were not compared",
  outcomesNotCompared: "Outcomes were not compared",
  noOutcomes: "The log contains none, or uses an older format that counted them differently.",
  lookThrough: "You can still look through the events and states of this log.",
  statesLost: "Parts of the beginning are not known",
  beginEmpty: (names: string) =>
    `The session begins with states that another version of Provision kept, or that could not be kept without names: ${names}. They are empty here until events fill them, and outcomes are not compared.`,
  expected: "expected",
  got: "got",
  nameOf: (moment: string, events: number) => `${moment} (${counted(events, EVENTS)})`,

  screen: "The screen as it was",
  leftOut: "The report was left out of this log",
  leftOutWhat: (size: number, percent: number, steps: number) =>
    `Its table cannot be shown. It took ${bytes(size)}; the threshold stood at ${percent}%, after ${counted(steps, { one: "change", other: "changes" })} of the selection.`,
  notedTable: ({ seq, shown, kept, ticked, entitlements }: NotedTable) =>
    `At event ${seq}, the last one for which this was noted, it showed ${count(shown)} of ${counted(entitlements, ENTITLEMENTS)}; the threshold kept ${count(kept)}, of which ${count(ticked)} were selected.`,
  page: "Replayed page",
  notDrawn: "This screen cannot be drawn from the log.",
  noScreen: "No screen yet",

  filters: {
    all: "All events",
    action: "Actions",
    navigation: "Navigation",
    call: "API calls",
    error: "Errors",
  },
  kinds: { action: "Action", navigation: "Navigation", call: "API", app: "App" },
  departs: "Differs",
  error: "Error",
  search: "Search events",
  which: "Filter events",
  list: "Events",
  noMatch: "No event matches. Change the search or the filter.",

  place: (at: number, all: number, type: string, offset: string) =>
    `Event ${at} of ${all}, ${type}, ${offset}`,
  beforeFirst: (all: number) => `Before the first of ${counted(all, EVENTS)}`,
  playing: "Playing",
  previous: "Previous event",
  next: "Next event",
  pause: "Pause",
  play: "Play",
  speed: "Speed",
  line: "Place in the log",
  positionOf: (position: number, all: number) => `${count(position)} of ${count(all)}`,
  goToNext: "Go to the next",
  nextWord: "Next",
  jumps: { error: "Error", navigation: "Navigation", call: "API call", action: "Action" },
  nextOf: (what: string) => `Next ${what}`,

  chooseEvent: "Before the first event. Choose an event, or play, to see what happened.",
  chosen: "Chosen event",
  causedBy: "Caused by",
  causedByNothing: "Nothing recorded",
  causedBefore: "An event before this log begins",
  ledTo: "Led to",
  ledToNothing: "Nothing",
  payload: "Payload",
  changes: "State changes",
  noChange: "It changed nothing.",
  whole: "the whole",
  was: "was",
  became: "became",

  debugStore: "Debug store",
  debugStoreWhat: "What this tab records, as it happens",
  followNewest: "Follow the newest",
  hideEvents: "Hide events",
  showEvents: "Show events",

  eventName: (event: number, type: string) => `event ${event} (${type})`,
  missingBefore: (event: string) => `Events are missing before ${event}`,
  otherOutcome: (event: string) => `In this replay, ${event} has a different result than recorded`,
  otherState: (event: string) => `After ${event}, the state differs from the recording`,
  otherTable: (event: string) => `After ${event}, the table differs from the recording`,
  otherCore: "The states are as recorded, but the result of the analytics core differs.",
  otherRows:
    "The counts are as recorded, but the rows, their order or something else on the screen differs.",
  notInLog: "The log does not hold what happened in between.",
  others: (names: readonly string[]) => `Different from the recording: ${names.join(", ")}.`,
  othersUnknown: "The log does not tell which part of the state differed.",
  lacking: (which: string, names: readonly string[]) =>
    `${which} This build has no ${names.join(", ")}: replay it with the build that recorded it.`,
};

export type ReplayMessages = typeof english;
export const replayMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
