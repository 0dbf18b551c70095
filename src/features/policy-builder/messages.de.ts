import { formatsOf } from "../../ui/language/formats.ts";
import { sentence } from "../../ui/language/sentence.ts";
import type { BuilderMessages } from "./messages.ts";

const { bytes, count, counted } = formatsOf("de");
const ENTITLEMENTS = { one: "Berechtigung", other: "Berechtigungen" };
const RESOURCES = { one: "Ressource", other: "Ressourcen" };

export const german: BuilderMessages = {
  identities: (identities) => counted(identities, { one: "Identität", other: "Identitäten" }),
  only: (resource) => `nur ${resource}`,
  updated: "Aktualisiert",
  refreshReport: "Bericht aktualisieren",
  refreshTitle: "Den Bericht aktualisieren?",
  refreshWhat:
    "Was Sie angekreuzt und nicht angewendet haben, geht verloren: Im neuen Bericht ist zuerst alles angekreuzt.",
  refresh: "Aktualisieren",
  keepTicks: "Kreuze behalten",
  cancel: "Abbrechen",
  apply: "Auf Richtlinie anwenden",
  reportFailed: "Der Bericht konnte nicht erstellt werden",
  reportFailedWhat:
    "Die Richtlinie ist, wie sie war. Versuchen Sie es noch einmal; schlägt es wieder fehl, nennen Sie Ihrem Support diese Meldung.",
  policyUnknown: "Was die Richtlinie schon hat, konnte nicht geladen werden",
  policyUnknownWhat: (message) =>
    `${sentence(message)} Die Tabelle kennzeichnet nichts als in der Richtlinie und zählt alles als hinzuzufügen. Anwenden fügt wie immer nur hinzu, was fehlt.`,
  again: "Erneut versuchen",
  noIdentities: "Keine Identitäten",
  noIdentitiesWhy:
    "Dieser Organisation oder einer darunter ist keine Identität zugeordnet, darum gibt es nichts auszuwerten.",
  noEntitlements: "Keine Berechtigungen",
  noEntitlementsWhy:
    "Keine Identität dieser Organisation hat hier eine Berechtigung, darum gibt es nichts auszuwerten.",
  orgMissing: "Organisation nicht gefunden",
  orgMissingWhy:
    "Unter dieser Adresse gibt es keine Organisation, oder sie gehört zu einem anderen Mandanten. Nichts wurde geändert.",
  back: "Zurück zur Rollenzuordnung",
  lowCohesion: "Geringe Übereinstimmung",

  filter: "Berechtigungen filtern",
  filterByResource: (resources) => `Nach Ressource filtern (${count(resources)})`,
  findResource: "Ressource suchen",
  expandAll: "Ressourcen aufklappen",
  collapseAll: "Ressourcen zuklappen",
  showHints: "Hinweise",
  export: "Export",
  exportShown: "Was gezeigt wird (CSV)",
  exportSelected: "Was ausgewählt ist (CSV)",
  exporting: (records, total) => `${count(records)} von ${count(total)} exportiert`,
  cancelExport: "Export abbrechen",

  selection: "Auswahl",
  undo: "Rückgängig",
  redo: "Wiederholen",
  undoStep: (step) => `Rückgängig: ${step}`,
  redoStep: (step) => `Wiederholen: ${step}`,
  undone: (step) => `Rückgängig gemacht: ${step}`,
  redone: (step) => `Wiederholt: ${step}`,
  selectStep: (what) => `${what} auswählen`,
  clearStep: (what) => `${what} abwählen`,
  tickStep: (what) => `${what} ankreuzen`,
  untickStep: (what) => `Kreuz bei ${what} entfernen`,
  allShown: (shown) => (shown === null ? "alle gezeigten" : `alle ${count(shown)} gezeigten`),
  someResource: "eine Ressource",
  someEntitlement: "eine Berechtigung",

  threshold: "Schwelle",
  percentageOfIdentities: "Anteil der Identitäten in Prozent",
  at: (percent) => `Bei ${percent} %`,
  atPointer: (percent) => `Am Zeiger: ${percent} %`,
  entitlementsKept: "Berechtigungen behalten",
  resourcesKept: "Ressourcen behalten",
  percentage: "Prozent",
  keptColumns: { threshold: "Ab", entitlements: "Berechtigungen", resources: "Ressourcen" },
  inThisStep: "In diesem Schritt",
  hideTable: "Tabelle ausblenden",
  showTable: "Als Tabelle zeigen",
  curveTable: "Die Kurve als Tabelle",
  keptAtEach: "Behalten bei jedem Prozentsatz",
  thresholdKeeps: (percent, entitlements, resources) =>
    `${percent} %: ${counted(entitlements, ENTITLEMENTS)} aus ${counted(resources, RESOURCES)}`,
  heldBy: (percent) => `Bei ${percent} % vorhanden`,
  heldByRange: (from, to) => `Bei ${from} bis ${to} % vorhanden`,
  matches: {
    heldBy: (percent) => `Treffer bei ${percent} %`,
    heldByRange: (from, to) => `Treffer bei ${from} bis ${to} %`,
    inThisStep: "Treffer in diesem Schritt",
  },
  kept: (kept, all, ticked, added) =>
    `${count(kept)} von ${count(all)} behalten · ${count(ticked)} angekreuzt · ${count(added)} neu`,

  table: "Ressourcen und Berechtigungen",
  entitlements: "Berechtigungen",
  columns: { name: "Name", percent: "Identitäten", inPolicy: "Richtlinie" },
  selectAll: "Alle auswählen",
  selectAllShown: (shown) => `Alle ${count(shown)} gezeigten auswählen`,
  expand: (name) => `${name} aufklappen`,
  collapse: (name) => `${name} zuklappen`,
  selected: (selected, shown) => `${count(selected)} von ${count(shown)} gewählt`,
  inPolicy: "enthalten",
  shown: (entitlements, resources) =>
    entitlements === 0
      ? "Keine Berechtigung wird gezeigt"
      : `${counted(entitlements, ENTITLEMENTS)} aus ${counted(resources, RESOURCES)} gezeigt`,
  noneOfText: "Keine Berechtigung bei diesem Prozentsatz hat diesen Text im Namen.",
  moreResources: "Wählen Sie mehr Ressourcen, oder schieben Sie den Regler nach links.",
  noneHeldBy: (percent) =>
    `Keine Berechtigung haben ${percent} % der Identitäten oder mehr. Schieben Sie den Regler nach links.`,

  asReceived: "In der Reihenfolge des Berichts",
  sorted: {
    name: { ASCENDING: "Nach Name sortiert", DESCENDING: "Nach Name sortiert, vom Ende her" },
    percent: {
      ASCENDING: "Nach Prozent sortiert, die niedrigsten zuerst",
      DESCENDING: "Nach Prozent sortiert, die höchsten zuerst",
    },
    inPolicy: {
      ASCENDING: "Nach Richtlinie sortiert, neue zuerst",
      DESCENDING: "Nach Richtlinie sortiert, enthaltene zuerst",
    },
  },

  nothingTicked: "Nichts ist angekreuzt",
  ticked: (entitlements, resources) =>
    `${counted(entitlements, ENTITLEMENTS)} aus ${counted(resources, RESOURCES)} angekreuzt`,
  allInPolicy: (ticked) => `${ticked}: schon in der Richtlinie`,
  allNew: (ticked, added) => `${ticked}: ${added === 1 ? "kommt" : "kommen"} in die Richtlinie`,
  someNew: (ticked, added, already) =>
    `${ticked}: ${counted(added, { one: "kommt", other: "kommen" })} in die Richtlinie, ${counted(already, { one: "ist", other: "sind" })} schon darin`,

  report: "Bericht",
  loadAgain: "Neu laden",
  cancelLoading: "Laden abbrechen",
  cancelled: "Das Laden wurde abgebrochen",
  cancelledWhat: "Vom Bericht wurde nichts behalten, und die Richtlinie ist, wie sie war.",
  ordering: "Der Bericht wird geordnet…",
  orderingRows: (rows) =>
    `${counted(rows, { one: "Berechtigung wird", other: "Berechtigungen werden" })} geordnet…`,
  asking: "Der Bericht wird angefordert…",
  mining: (attempts) =>
    `Der Bericht wird erstellt. ${counted(attempts, { one: "Mal", other: "Mal" })} gefragt; diese Seite fragt von selbst wieder.`,
  loading: "Der Bericht wird geladen",
  loaded: (bytesLoaded, size, rows) =>
    `Der Bericht wird geladen: ${bytes(bytesLoaded)}${size === null ? "" : ` von ${bytes(size)}`}, ${counted(rows, ENTITLEMENTS)}`,
  loadedPercent: (percent) => `Der Bericht wird geladen: ${percent} %`,
};
