import { formatsOf } from "../../ui/language/formats.ts";
import type { SystemMessages } from "./messages.ts";

const { count } = formatsOf("de");

export const german: SystemMessages = {
  systems: "Systeme",
  context: "Alles, woraus Provision Konten und Berechtigungen liest",
  add: "Ressource hinzufügen",
  search: "Systeme durchsuchen",
  anyKind: "Jede Art",
  kind: "Art",
  kinds: {
    export: "Export",
    api: "API",
    manual: "Selbst bestätigt",
    hr: "Personal",
    files: "Importierte Dateien",
  },
  kindHints: {
    export: "Aus einem Verzeichnis, einer Datenbank oder einer Datei gelesen",
    api: "Über die API eines Dienstes gelesen",
    manual: "Menschen erledigen die Arbeit und bestätigen sie",
    hr: "Die Quelle der Personen",
  },
  anyState: "Jeder Zustand",
  state: "Zustand",
  states: {
    Live: "Live",
    "Unpublished Updates": "Unveröffentlicht",
    Onboarding: "In Einrichtung",
  },
  detection: "Erkennung",
  detections: { Ready: "Bereit", Pending: "Ausstehend", "Not Detected": "Nicht erkannt" },
  columns: {
    name: "Name",
    connector: "Konnektor",
    accounts: "Konten",
    nextRun: "Nächster Import",
  },
  noSchedule: "Kein Zeitplan",
  pausedShort: "Angehalten",
  runningNow: "Läuft oder wartet",
  noSystems: "Noch keine Systeme",
  noSystemsWhy: "Fügen Sie eine Ressource hinzu, um ihre Konten und Berechtigungen zu lesen.",
  summary: (kind, state) => `${kind} · ${state}`,

  catalogue: "Ressource hinzufügen",
  catalogueContext: "Wählen Sie, wie Provision sich mit der Ressource verbindet",
  connectors: "Konnektoren",
  searchConnectors: "Konnektoren durchsuchen",
  allKinds: "Alle",
  tag: "Technik",
  anyTag: "Jede Technik",
  tags: {
    api: "API",
    database: "Datenbank",
    directory: "Verzeichnis",
    file: "Datei",
    hr: "Personal",
    manual: "Selbst bestätigt",
  },
  withCount: (label, number) => `${label} (${count(number)})`,
  limits: "Was Ihr Vertrag erlaubt",
  limit: (used, limit) =>
    limit === null ? `${count(used)}, unbegrenzt` : `${count(used)} von ${count(limit)}`,
  limitReached: "Grenze erreicht",
  choose: "Hinzufügen",
  chooseOne: (name) => `${name} hinzufügen`,
  allReached: "Für jede Art, die dieser Konnektor bietet, ist die Grenze erreicht.",
  someReached: (kinds) => `Grenze erreicht: ${kinds}.`,
  writes: "Liest und schreibt",
  readsOnly: "Liest nur",
  writesFolder: "Liest Dateien und schreibt die im Ordner des Servers",
  readsUploads:
    "Liest Dateien. Dieser Server hat keinen Ordner für Dateien, die Provision schreibt.",
  mayNotCreate: "Sie können keine Ressourcen hinzufügen",
  mayNotCreateWhy: "Bitten Sie jemanden darum, der alle Ressourcen verwaltet.",
  catalogueFailed: "Die Konnektoren konnten nicht geladen werden",
  newSystem: (connector) => `Ressource mit ${connector} hinzufügen`,
  newSystemNext:
    "Die Verbindung richten Sie als Nächstes ein. Bis zur Veröffentlichung wird nichts gelesen.",
  create: "Ressource hinzufügen",
  notCreated: "Die Ressource wurde nicht hinzugefügt",

  fields: { name: "Name", description: "Beschreibung", owner: "Verantwortlich", kind: "Art" },
  ownerHint: "Wer sich um diese Ressource kümmert",
  nobody: "Niemand",

  titles: {
    setup: "Ressource benennen",
    configuration: "Anbindung einrichten",
    activation: "Aktivierung von Konten",
    confirm: "Anbindung bestätigen",
    preview: "Vorschau und Genehmigung",
    tasks: "Aufgaben",
  },
  loading: "Das System wird geladen",
  systemFailed: "Das System konnte nicht geladen werden",
  missing: "Kein angebundenes System",
  missingWhy:
    "Diese Ressource wurde gelöscht, oder sie wurde aus Dateien importiert und ist mit keinem System verbunden.",
  back: "Zurück zu den Systemen",
  fromFiles:
    "Diese Ressource wurde aus Dateien importiert. Fügen Sie eine angebundene Ressource hinzu, um ein System direkt zu lesen.",
  readOnly: "Sie können dieses System ansehen, aber nicht ändern.",
  setupWhat: "Wie andere diese Ressource finden, und wer sich um sie kümmert",
  setupNotSaved: "Der Name wurde nicht gespeichert",
};
