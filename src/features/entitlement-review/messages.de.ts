import { formatsOf } from "../../ui/language/formats.ts";
import type { EntitlementReviewMessages } from "./messages.ts";

const { count, list } = formatsOf("de");
const plural = (value: number, one: string, other: string) =>
  `${count(value)} ${value === 1 ? one : other}`;

const some = (names: readonly string[], all: number) =>
  names.length < all
    ? `${names.join(", ")} und ${count(all - names.length)} weitere`
    : list([...names]);

export const german: EntitlementReviewMessages = {
  title: "Berechtigungen prüfen",
  context: (resource, total) => `${resource} · ${plural(total, "Berechtigung", "Berechtigungen")}`,
  entitlements: "Berechtigungen",
  search: "Berechtigungen suchen",
  filter: "Angezeigte Berechtigungen",
  filters: {
    all: "Alle",
    interim: "Vorläufig",
    excluded: "Ausgeschlossen",
    duplicates: "Doppelt",
    missing: "Fehlend",
  },
  columns: {
    name: "Name",
    systemName: "Systemname",
    state: "Status",
    owner: "Verantwortlich",
    position: "Position",
    holders: "Inhaber",
  },
  states: {
    interim: "Vorläufig",
    excluded: "Ausgeschlossen",
    missing: "Fehlend",
    used: "In Gebrauch",
  },
  excludedBy: (pattern) => `Ausgeschlossen durch ${pattern}`,
  notIncluded: "Nicht aufgenommen",
  notIncludedWhy:
    "Importe lassen sie aus, weil kein Muster der aufgenommenen Berechtigungen auf ihren Namen passt.",
  summary: (state, holders) => `${state} · ${plural(holders, "Inhaber", "Inhaber")}`,
  none: "Noch keine Berechtigungen",
  noneWhy: "Importieren Sie Konten aus dem System, oder legen Sie eine vorläufige Berechtigung an.",

  updating: "Ein Import dieser Ressource ist offen",
  updatingWhy:
    "Bis er endet, können sich Berechtigungen ändern. Solange er läuft, können sie nicht zusammengeführt werden.",
  refresh: "Mit dem System vergleichen",
  add: "Vorläufige anlegen",
  rules: "Aufnehmen oder ausschließen",

  duplicatesFound: (names) => `Diese Berechtigungen haben denselben Namen: ${names}`,
  showDuplicates: "Doppelte anzeigen",
  duplicatesFailed: "Die doppelten Berechtigungen konnten nicht geladen werden",
  retry: "Erneut versuchen",

  newTitle: "Vorläufige Berechtigung anlegen",
  newWhat: "Sie wird endgültig, wenn ein Import sie nennt.",
  create: "Anlegen",
  notCreated: "Die Berechtigung wurde nicht angelegt",
  fields: {
    name: "Name im System",
    displayName: "Anzeigename",
    displayNameHint: "Leer: Der Name im System wird angezeigt.",
    description: "Beschreibung",
    owner: "Verantwortlich",
    nobody: "Niemand",
    position: "Position",
    positionHint:
      "Ihr Platz in der Liste. Berechtigungen ohne Position folgen zuletzt, nach Namen.",
    excluded: "Bei Importen auslassen",
    excludedHint: "Ab dem nächsten Import haben Konten sie nicht mehr.",
  },
  reviewTitle: (name) => `${name} prüfen`,
  save: "Speichern",
  notSaved: "Die Prüfung wurde nicht gespeichert",

  rulesTitle: "Berechtigungen nach Regel aufnehmen oder ausschließen",
  rulesWhat:
    "Die Regeln vergleichen die Namen im System. Sie gehören zu den Importeinstellungen und gelten, sobald diese veröffentlicht sind.",
  included: "Nur aufnehmen",
  includedHint:
    "Ein Muster je Zeile. * steht für beliebigen Text, etwa APP-*. Groß- und Kleinschreibung ist gleichgültig. Leer: alle Berechtigungen.",
  excluded: "Ausschließen",
  excludedHint: "Ein Muster je Zeile, etwa TMP-*. Ausschlüsse haben Vorrang.",
  effect: "Berechtigungen, die Provision kennt",
  counting: "Wird gezählt …",
  covers: (covered, all) =>
    `Die Regeln nehmen ${count(covered)} von ${plural(all, "Berechtigung", "Berechtigungen")} auf.`,
  dropped: (names, all) => `Nicht mehr aufgenommen: ${some(names, all)}`,
  returning: (names, all) => `Neu aufgenommen: ${some(names, all)}`,
  effectFailed: "Die Berechtigungen konnten nicht gezählt werden",
  rulesNotSaved: "Die Regeln wurden nicht gespeichert",
  settingsFailed: "Die Importeinstellungen konnten nicht geladen werden",

  remove: "Löschen",
  removeOne: (name) => `${name} löschen`,
  deletionTitle: (name) => `${name} löschen?`,
  deletionWhat: "Sie wurde von Hand angelegt, und kein Import hat sie genannt.",
  notDeleted: "Die Berechtigung wurde nicht gelöscht",

  merge: "Diese behalten",
  mergeOne: (name) => `Die anderen mit ${name} zusammenführen`,
  mergeTitle: (name) => `Mit ${name} zusammenführen?`,
  mergeWhat: (names) =>
    `${names} verschwinden. Spätere Importe, die diese Namen nennen, meinen die behaltene Berechtigung.`,
  mergeConfirm: "Zusammenführen",
  notMerged: "Die Berechtigungen wurden nicht zusammengeführt",
  previewFailed: "Die Folgen der Zusammenführung konnten nicht geladen werden",
  accounts: "Geänderte Konten",
  policies: "Geänderte Richtlinien",
  accessRoles: "Geänderte Zugriffsrollen",
};
