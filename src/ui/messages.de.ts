import { formatsOf } from "./language/formats.ts";
import type { UiMessages } from "./messages.ts";

const { count, counted } = formatsOf("de");

export const german: UiMessages = {
  severities: {
    info: "Information",
    success: "Erfolg",
    warning: "Warnung",
    error: "Fehler",
    secondary: "Hinweis",
  },
  language: "Sprache",
  linkUnchecked: "Der Link konnte nicht geprüft werden",
  tryAgain: "Erneut versuchen",
  justNow: "gerade eben",

  oneFile: "Wählen Sie jeweils nur eine Datei. Es wurde keine übernommen.",
  dismiss: "Schließen",
  closeNotification: "Mitteilung schließen",
  notifications: "Mitteilungen",
  loading: "Wird geladen",
  busy: "Bitte warten...",

  required: "Pflichtfeld",
  clear: (label) => `${label} leeren`,
  lengthOf: (length, most) => `${length} von ${most}`,
  showPassword: "Passwort anzeigen",
  hidePassword: "Passwort verbergen",
  decrease: (label) => `${label} verringern`,
  increase: (label) => `${label} erhöhen`,
  lowest: (limit) => `${limit} ist der kleinste Wert`,
  highest: (limit) => `${limit} ist der größte Wert`,

  search: "Suchen",
  searchAmong: (what) => `${what} durchsuchen`,
  noMatch: "Kein Treffer",
  selectAll: "Alle auswählen",
  selectFound: (found) => `${count(found)} Ergebnisse auswählen`,
  selectNone: "Keine auswählen",
  clearFound: (found) => `${count(found)} Ergebnisse abwählen`,
  selectedOf: (selected, all) => `${count(selected)} von ${count(all)}`,

  continue: "Weiter",
  cancel: "Abbrechen",
  close: "Schließen",
  content: "Inhalt",
  menu: "Menü",
  tooltip: "Kurzinfo",
  remove: "Entfernen",
  printedRows: (rows, total) =>
    rows === total
      ? counted(total, { one: "Zeile", other: "Zeilen" })
      : `Die ersten ${count(rows)} von ${count(total)} Zeilen. Blättern Sie an das Ende der Liste, um alle zu drucken.`,
  removeOne: (what) => `${what} entfernen`,
  newTab: "(öffnet einen neuen Tab)",

  openNavigation: "Navigation öffnen",
  closeNavigation: "Navigation schließen",
  mainNavigation: "Hauptnavigation",
  breadcrumbs: "Brotkrumen",
  skip: "Zum Inhalt springen",
  shortcut: (label, keys) => `${label} (${keys})`,

  findAnything: "Alles finden",
  findWhat: "Bildschirme, Organisationen, Benutzer und Aktionen finden",
  results: "Ergebnisse",

  inAll: (total) => `${count(total)} insgesamt`,
  shownOf: (shown, total) => `${count(shown)} von ${count(total)} angezeigt`,

  actions: "Aktionen",
  exportCsv: "CSV exportieren",
  listFailed: "Diese Liste konnte nicht geladen werden.",
  noEntries: "Keine Einträge entsprechen Ihrer Auswahl",
  clearFilters: "Filter leeren",
  foundMore: (found) => `Mehr als ${count(found)} Ergebnisse`,
  foundMany: (found) => counted(found, { one: "Ergebnis", other: "Ergebnisse" }),
  discardChanges: "Änderungen verwerfen",
  save: "Speichern",
  onceMore: (label) => `${label} bestätigen`,
  noRecords: "Keine Datensätze vorhanden",
  rangePartly: (rows, all) =>
    all === null
      ? "Nur diese Zeile wurde geändert"
      : `Nur ${count(rows)} von ${counted(all, { one: "Zeile", other: "Zeilen" })} des Bereichs wurden geändert`,
  rangeNotLoaded:
    "Die übrigen Zeilen sind nicht geladen. Scrollen Sie durch den Bereich und wählen Sie ihn erneut.",
  rowsFailed: "Einige Zeilen konnten nicht geladen werden",
  resizeColumn: (column) => `Breite der Spalte ${column} ändern`,
  outdatedTitle: "Dies wurde inzwischen an anderer Stelle geändert",
  outdated:
    "Ihre Änderungen bleiben erhalten. Die anderen Felder zeigen den gespeicherten Stand. Speichern Sie erneut, um Ihre Änderungen zu übernehmen.",
  draftKept: (reason) => `${reason} Ihre Änderungen bleiben erhalten.`,
  secretSet: "Gesetzt",
  secretRemoved: "Wird beim Speichern entfernt",
  keepSecret: "Gespeichertes behalten",
  replaceSecret: "Ersetzen",
  replaceSecretOf: (label: string) => `Ersetzen: ${label}`,
  addPair: "Eintrag hinzufügen",
  pairName: "Name",
  pairValue: "Wert",
  field: "Feld",
  before: "Vorher",
  after: "Nachher",
  noValues: "Es wurden keine Werte aufgezeichnet.",
  chooseFile: "Datei wählen",
  noFile: "Keine Datei gewählt",
};
