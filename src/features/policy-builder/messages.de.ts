import { formatsOf } from "../../ui/language/formats.ts";
import { sentence } from "../../ui/language/sentence.ts";
import type { BuilderMessages } from "./messages.ts";

const { bytes, count, counted } = formatsOf("de");
const ENTITLEMENTS = { one: "Berechtigung", other: "Berechtigungen" };
const RESOURCES = { one: "Ressource", other: "Ressourcen" };

/** „Wire Release, Rota Edit und 12 weitere“. */
function listed(names: readonly string[], more: number): string {
  return more > 0 ? `${names.join(", ")} und ${count(more)} weitere` : names.join(", ");
}

export const german: BuilderMessages = {
  identities: (identities) => counted(identities, { one: "Identität", other: "Identitäten" }),
  only: (resource) => `nur ${resource}`,
  updated: "Aktualisiert",
  refreshReport: "Bericht aktualisieren",
  refreshTitle: "Den Bericht aktualisieren?",
  refreshWhat:
    "Änderungen, die Sie nicht angewendet haben, gehen verloren: Im neuen Bericht ist alles ausgewählt.",
  refresh: "Aktualisieren",
  keepChanges: "Änderungen behalten",
  cancel: "Abbrechen",
  apply: "Auf Richtlinie anwenden",
  reportFailed: "Der Bericht konnte nicht erstellt werden",
  reportFailedWhat:
    "Die Richtlinie ist unverändert. Versuchen Sie es erneut. Schlägt es wieder fehl, senden Sie diese Meldung an den Support.",
  policyUnknown: "Die aktuelle Richtlinie konnte nicht geladen werden",
  policyUnknownWhat: (message) =>
    `${sentence(message)} Bis sie geladen ist, kennzeichnet die Tabelle nichts als enthalten und zeigt alles als neu. Anwenden fügt Berechtigungen hinzu und entfernt keine.`,
  again: "Erneut versuchen",
  noIdentities: "Keine Identitäten",
  noIdentitiesWhy:
    "Dieser Organisation oder einer darunter ist keine Identität zugeordnet, darum gibt es nichts auszuwerten.",
  noEntitlements: "Keine Berechtigungen",
  noEntitlementsWhy:
    "Keine Identität dieser Organisation hat hier eine Berechtigung, darum gibt es nichts auszuwerten.",
  orgMissing: "Organisation nicht gefunden",
  orgMissingWhy:
    "Unter dieser Adresse gibt es keine Organisation, oder Sie haben keinen Zugriff darauf.",
  orgFailed: "Die Organisation konnte nicht geladen werden",
  applyFailedWhy: (message) =>
    `${sentence(message)} Ihre Auswahl bleibt erhalten, und Sie können sie erneut anwenden.`,
  back: "Zurück zur Rollenzuordnung",
  lowCohesion: "Geringe Übereinstimmung",
  lowEntitlements: (entitlements, names) =>
    `${counted(entitlements, ENTITLEMENTS)} unter 60 %: ${listed(names, entitlements - names.length)}`,
  cohesive: "Jede gezeigte Berechtigung ist bei mindestens 60 % der Identitäten vorhanden.",
  cohesiveAbove:
    "Bei einem Schwellenwert von 60 % oder weniger nennt eine Warnung hier die Berechtigungen, die bei weniger als 60 % der Identitäten vorhanden sind.",

  filter: "Berechtigungen filtern",
  filterByResource: (resources) => `Nach Ressource filtern (${count(resources)})`,
  findResource: "Ressource suchen",
  expandAll: "Ressourcen aufklappen",
  collapseAll: "Ressourcen zuklappen",
  showHints: "Hinweise",
  export: "Export",
  exportShown: "Sichtbare Zeilen (CSV)",
  exportSelected: "Ausgewählte Zeilen (CSV)",
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
  allShown: (shown) => (shown === null ? "alle gezeigten" : `${count(shown)} gezeigte`),
  someResource: "eine Ressource",
  someEntitlement: "eine Berechtigung",
  rangeTo: (last) => (last === null ? "einen Bereich" : `den Bereich bis ${last}`),
  someEntitlements: (entitlements) =>
    counted(entitlements, { one: "Berechtigung", other: "Berechtigungen" }),

  threshold: "Schwelle",
  percentageOfIdentities: "Anteil der Identitäten in Prozent",
  percent: (percent) => `${percent} %`,
  at: (percent) => `Bei ${percent} %`,
  atPointer: (percent) => `Am Mauszeiger: ${percent} %`,
  entitlementsKept: "Berechtigungen behalten",
  resourcesKept: "Ressourcen behalten",
  percentage: "Prozent",
  keptColumns: { threshold: "Ab", entitlements: "Berechtigungen", resources: "Ressourcen" },
  inThisStep: "In diesem Schritt",
  hideTable: "Tabelle ausblenden",
  showTable: "Als Tabelle zeigen",
  curveTable: "Kurve als Tabelle",
  keptAtEach: "Behalten bei jedem Prozentsatz",
  thresholdKeeps: (percent, entitlements, resources) =>
    `${percent} %: ${counted(entitlements, ENTITLEMENTS)} aus ${counted(resources, RESOURCES)}`,
  heldBy: (percent) => `Bei ${percent} % der Identitäten vorhanden`,
  heldByRange: (from, to) => `Bei ${from}–${to} % der Identitäten vorhanden`,
  matches: {
    heldBy: (percent) => `Treffer bei ${percent} % der Identitäten`,
    heldByRange: (from, to) => `Treffer bei ${from}–${to} % der Identitäten`,
    inThisStep: "Treffer in diesem Schritt",
  },
  kept: (kept, all, selected, added, removed) =>
    `${count(kept)} von ${count(all)} behalten · ${count(selected)} ausgewählt · ${count(added)} hinzuzufügen${removed > 0 ? ` · ${count(removed)} zu entfernen` : ""}`,

  table: "Ressourcen und Berechtigungen",
  entitlements: "Berechtigungen",
  columns: { name: "Name", percent: "Identitäten", inPolicy: "Richtlinie", holders: "Inhaber" },
  selectAll: "Alle auswählen",
  selectAllShown: (shown) => `${count(shown)} gezeigte auswählen`,
  expand: (name) => `${name} aufklappen`,
  collapse: (name) => `${name} zuklappen`,
  who: "Wer hat sie?",
  ofMembers: (members) => ` von ${count(members)}`,
  whoHas: (name, holders, members) =>
    holders === null
      ? `Wer hat ${name}?`
      : `Wer hat ${name}? ${count(holders)} von ${count(members)}`,
  selected: (selected, shown) => `${count(selected)} von ${count(shown)} ausgewählt`,
  inPolicy: "enthalten",
  toBeRemoved: "zu entfernen",
  shown: (entitlements, resources) =>
    entitlements === 0
      ? "Keine Berechtigung wird gezeigt"
      : `${counted(entitlements, ENTITLEMENTS)} aus ${counted(resources, RESOURCES)} gezeigt`,
  noneOfText: "Bei diesem Prozentsatz enthält kein Name einer Berechtigung diesen Text.",
  moreResources: "Wählen Sie mehr Ressourcen, oder schieben Sie den Regler nach links.",
  noneHeldBy: (percent) =>
    percent >= 100
      ? "Keine Berechtigung ist bei allen Identitäten vorhanden. Schieben Sie den Regler nach links."
      : `Keine Berechtigung ist bei ${percent} % der Identitäten oder mehr vorhanden. Schieben Sie den Regler nach links.`,

  asReceived: "In der Reihenfolge des Berichts",
  sorted: {
    name: { ASCENDING: "Nach Name sortiert, A–Z", DESCENDING: "Nach Name sortiert, Z–A" },
    percent: {
      ASCENDING: "Nach Prozent sortiert, die niedrigsten zuerst",
      DESCENDING: "Nach Prozent sortiert, die höchsten zuerst",
    },
    inPolicy: {
      ASCENDING: "Nach Richtlinie sortiert, nicht enthaltene zuerst",
      DESCENDING: "Nach Richtlinie sortiert, enthaltene zuerst",
    },
  },

  nothingTicked: "Nichts ist ausgewählt",
  ticked: (entitlements, resources) =>
    `${counted(entitlements, ENTITLEMENTS)} aus ${counted(resources, RESOURCES)} ausgewählt`,
  allInPolicy: (selected) => `${selected}, alle schon in der Richtlinie`,
  allNew: (selected, added) => `${selected}: ${count(added)} hinzuzufügen`,
  changed: (selected, added, removed) =>
    `${selected}: ${count(added)} hinzuzufügen, ${count(removed)} zu entfernen`,
  someNew: (selected, added, already) =>
    `${selected}: ${count(added)} hinzuzufügen, ${count(already)} schon in der Richtlinie`,

  allInherited: (selected) => `${selected}, alle geerbt`,
  someInherited: (inherited) => `, ${count(inherited)} geerbt`,
  changesNothing: (summary) => `${summary}. Anwenden ändert nichts.`,
  inherited: "geerbt",
  stays: "bleibt",
  origin: ({ path, accessRole }) =>
    [path && `von ${path}`, accessRole && `durch ${accessRole}`].filter(Boolean).join(" "),
  inheritedFrom({ path, accessRole }) {
    if (accessRole === null)
      return `Geerbt von ${path}. Entfernen Sie sie in der Richtlinie dieser Organisation.`;
    const where = path === "" ? "dieser Organisation" : `von ${path}`;
    return `Gewährt durch die Zugriffsrolle ${accessRole} in der Richtlinie ${where}.`;
  },

  applyTitle: (org) => `Auf die Richtlinie von ${org} anwenden?`,
  applyCounts: (added, removed) =>
    `${counted(added, ENTITLEMENTS)} hinzuzufügen, ${count(removed)} zu entfernen.`,
  applyConfirm: "Änderungen anwenden",
  gaining: "Erhalten Zugriff laut Richtlinie",
  losing: "Verlieren Zugriff laut Richtlinie",
  unchangedPeople: "Unverändert",
  showPeople: "Personen zeigen",
  effectOnPeople: "Auswirkung auf Personen",
  effectFailed: "Die Auswirkung auf Personen konnte nicht berechnet werden",
  effectFailedWhat: (message) =>
    `${sentence(message)} Sie können die Änderungen trotzdem anwenden.`,
  effectTooLarge: (people) =>
    `Für eine Vorschau ist diese Änderung zu groß. Sie kann alle ${counted(people, { one: "Identität", other: "Identitäten" })} der Organisation betreffen.`,

  report: "Bericht",
  loadAgain: "Neu laden",
  cancelLoading: "Laden abbrechen",
  cancelled: "Das Laden wurde abgebrochen",
  cancelledWhat: "Die Richtlinie ist unverändert.",
  ordering: "Der Bericht wird sortiert…",
  orderingRows: (rows) =>
    `${counted(rows, { one: "Berechtigung wird", other: "Berechtigungen werden" })} sortiert…`,
  asking: "Der Bericht wird angefordert…",
  mining: (attempts) =>
    `Der Bericht wird erstellt. ${count(attempts)}-mal abgefragt; die nächste Abfrage folgt automatisch.`,
  loading: "Der Bericht wird geladen",
  loaded: (bytesLoaded, size, rows) =>
    `Der Bericht wird geladen: ${bytes(bytesLoaded)}${size === null ? "" : ` von ${bytes(size)}`}, ${counted(rows, ENTITLEMENTS)}`,
  loadedPercent: (percent) => `Der Bericht wird geladen: ${percent} %`,
};
