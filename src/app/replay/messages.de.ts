import { formatsOf } from "../../ui/language/formats.ts";
import type { ReplayMessages } from "./messages.ts";

const { bytes, count, counted } = formatsOf("de");
const EVENTS = { one: "Ereignis", other: "Ereignisse" };
const ENTITLEMENTS = { one: "Berechtigung", other: "Berechtigungen" };
const EVENTS_OF = { one: "Ereignis", other: "Ereignissen" };

export const german: ReplayMessages = {
  eventLog: "Ereignisprotokoll",
  events: (events) => counted(events, EVENTS),
  someEvents: (some, all) => `${count(some)} von ${counted(all, EVENTS_OF)}`,

  replayOf: (file) => `Wiedergabe von ${file}`,
  replay: "Wiedergabe",
  realNames: "Echte Namen",
  namesReplaced: "Namen ersetzt",
  session: "Sitzung",
  leave: "Wiedergabe verlassen",
  preparing: (events) => `${counted(events, EVENTS)} werden vorbereitet`,
  preparingLabel: "Die Wiedergabe wird vorbereitet",
  goTo: (event) => `Zu Ereignis ${event}`,
  asRecorded:
    "Bis dahin ist alles wie aufgezeichnet. Von da an kann der Bildschirm von dem abweichen, was der Administrator sah.",
  cannotReplay: "Diese Sitzung kann nicht wiedergegeben werden",
  brokenLog: "Etwas darin ist nicht so, wie dieses Provision es aufzeichnet.",
  tablesNotCompared: "Tabellen wurden nicht verglichen",
  outcomesNotCompared: "Ergebnisse wurden nicht verglichen",
  noOutcomes:
    "Das Protokoll enthält keine oder hat ein älteres Format, das sie anders gezählt hat.",
  lookThrough: "Die Ereignisse und Zustände dieses Protokolls lassen sich trotzdem durchsehen.",
  statesLost: "Teile des Anfangs sind nicht bekannt",
  beginEmpty: (names) =>
    `Die Sitzung beginnt mit Zuständen, die eine andere Version von Provision aufbewahrt hat oder die nicht ohne Namen aufbewahrt werden konnten: ${names}. Sie sind hier leer, bis Ereignisse sie füllen, und Ergebnisse werden nicht verglichen.`,
  expected: "erwartet",
  got: "erhalten",
  nameOf: (moment, events) => `${moment} (${counted(events, EVENTS)})`,

  screen: "Der Bildschirm, wie er war",
  leftOut: "Der Bericht fehlt in diesem Protokoll",
  leftOutWhat: (size, percent, steps) =>
    `Seine Tabelle kann nicht gezeigt werden. Er war ${bytes(size)} groß; die Schwelle stand bei ${percent} %, nach ${counted(steps, { one: "Änderung", other: "Änderungen" })} der Auswahl.`,
  notedTable: ({ seq, shown, kept, ticked, entitlements }) =>
    `Bei Ereignis ${seq}, dem letzten, für das dies vermerkt ist, zeigte sie ${count(shown)} von ${counted(entitlements, ENTITLEMENTS)}; die Schwelle ließ ${count(kept)} übrig, von denen ${count(ticked)} ausgewählt waren.`,
  page: "Wiedergegebene Seite",
  notDrawn: "Dieser Bildschirm kann aus dem Protokoll nicht gezeichnet werden.",
  noScreen: "Noch kein Bildschirm",

  filters: {
    all: "Alle Ereignisse",
    action: "Aktionen",
    navigation: "Navigation",
    call: "API-Aufrufe",
    error: "Fehler",
  },
  kinds: { action: "Aktion", navigation: "Navigation", call: "API", app: "App" },
  departs: "Weicht ab",
  error: "Fehler",
  search: "Ereignisse suchen",
  which: "Ereignisse filtern",
  list: "Ereignisse",
  noMatch: "Kein Ereignis passt. Ändern Sie die Suche oder den Filter.",

  place: (at, all, type, offset) => `Ereignis ${at} von ${all}, ${type}, ${offset}`,
  beforeFirst: (all) => `Vor dem ersten von ${counted(all, EVENTS_OF)}`,
  playing: "Wiedergabe",
  previous: "Voriges Ereignis",
  next: "Nächstes Ereignis",
  pause: "Anhalten",
  play: "Abspielen",
  speed: "Geschwindigkeit",
  line: "Stelle im Protokoll",
  positionOf: (position, all) => `${count(position)} von ${count(all)}`,
  goToNext: "Zum Nächsten",
  nextWord: "Nächste",
  jumps: { error: "Fehler", navigation: "Navigation", call: "API-Aufruf", action: "Aktion" },
  nextOf: (what) => `Weiter zu: ${what}`,

  chooseEvent:
    "Vor dem ersten Ereignis. Wählen Sie ein Ereignis, oder spielen Sie ab, um zu sehen, was geschah.",
  chosen: "Gewähltes Ereignis",
  causedBy: "Verursacht von",
  causedByNothing: "Nichts Aufgezeichnetem",
  causedBefore: "Einem Ereignis vor dem Beginn dieses Protokolls",
  ledTo: "Führte zu",
  ledToNothing: "Nichts",
  payload: "Inhalt",
  changes: "Zustandsänderungen",
  noChange: "Es hat nichts geändert.",
  whole: "das Ganze",
  was: "war",
  became: "wurde",

  debugStore: "Ereignisse dieses Tabs",
  debugStoreWhat: "Was dieser Tab aufzeichnet, während es geschieht",
  followNewest: "Den neuesten folgen",
  hideEvents: "Ereignisse ausblenden",
  showEvents: "Ereignisse zeigen",

  eventName: (event, type) => `Ereignis ${event} (${type})`,
  missingBefore: (event) => `Vor ${event} fehlen Ereignisse`,
  otherOutcome: (event) =>
    `In dieser Wiedergabe hat ${event} ein anderes Ergebnis als aufgezeichnet`,
  otherState: (event) => `Nach ${event} weicht der Zustand von der Aufzeichnung ab`,
  otherTable: (event) => `Nach ${event} weicht die Tabelle von der Aufzeichnung ab`,
  otherCore: "Die Zustände sind wie aufgezeichnet, aber das Ergebnis des Analysekerns weicht ab.",
  otherRows:
    "Die Zahlen sind wie aufgezeichnet, aber die Zeilen, ihre Reihenfolge oder anderes auf dem Bildschirm weichen ab.",
  notInLog: "Das Protokoll enthält nicht, was dazwischen geschah.",
  others: (names) => `Abweichend von der Aufzeichnung: ${names.join(", ")}.`,
  othersUnknown: "Das Protokoll sagt nicht, welcher Teil des Zustands anders war.",
  lacking: (which, names) =>
    `${which} Dieser Version fehlt ${names.join(", ")}: Spielen Sie es mit der Version ab, die es aufgezeichnet hat.`,
};
