import { formatsOf } from "../../ui/language/formats.ts";
import type { PolicyChangeMessages } from "./messages.ts";

const { count, counted, percent } = formatsOf("de");

const ORGS = { one: "Organisation", other: "Organisationen" };
const POLICIES = { one: "Richtlinie", other: "Richtlinien" };
const ENTITLEMENTS = { one: "Berechtigung", other: "Berechtigungen" };
const people = (number: number) => counted(number, { one: "Person", other: "Personen" });
const gain = (number: number) =>
  `${people(number)} ${number === 1 ? "erhält" : "erhalten"} Zugriff`;
const lose = (number: number) =>
  `${people(number)} ${number === 1 ? "verliert" : "verlieren"} Zugriff`;

export const german: PolicyChangeMessages = {
  history: "Verlauf der Richtlinie",
  historyWhat: "Wer hat was wann geändert? Sie können jede Änderung rückgängig machen.",
  noHistory: "Es wurde noch keine Änderung aufgezeichnet.",
  columns: {
    what: "Änderung",
    org: "Organisation",
    counts: "Berechtigungen",
    actor: "Wer",
    at: "Wann",
  },
  kinds: {
    apply: () => "Aus einem Bericht angewendet",
    remove: () => "Von Hand entfernt",
    period: () => "Zeitraum geändert",
    bulk: (orgs) => `Massenänderung (${counted(orgs, POLICIES)})`,
    import: (orgs) => `Datei (${counted(orgs, POLICIES)})`,
    undo: () => "Änderung rückgängig gemacht",
  },
  appliedAt: (threshold) => `Angewendet bei ${percent(threshold)}`,
  periodOnly: "Zeitraum geändert",
  addedOnly: (added) => `${count(added)} hinzugefügt`,
  removedOnly: (removed) => `${count(removed)} entfernt`,
  addedAndRemoved: (added, removed) => `${count(added)} hinzugefügt, ${count(removed)} entfernt`,
  manyOrgs: (orgs) => counted(orgs, ORGS),
  undone: "Rückgängig gemacht",
  undo: "Rückgängig",
  undoOne: (change) => `Rückgängig machen: ${change}`,

  changeTitle: "Was geändert wurde",
  nothingDone: "Diese Änderung hat nichts bewirkt.",
  moreNames: (names) => `und ${count(names)} weitere`,
  moreOrgs: (orgs) => `und ${count(orgs)} weitere ${orgs === 1 ? ORGS.one : ORGS.other}`,
  close: "Schließen",

  undoTitle: "Diese Änderung rückgängig machen?",
  undoWhat: "Berechtigungen, die später noch einmal geändert wurden, bleiben, wie sie jetzt sind.",
  undoConfirm: "Rückgängig machen",
  notUndone: "Die Änderung wurde nicht rückgängig gemacht",
  undoNothing: "Es gibt nichts mehr rückgängig zu machen: Alles wurde später noch einmal geändert.",
  comesBack: (entitlements, orgs) =>
    `${counted(entitlements, ENTITLEMENTS)} wieder hinzufügen (${counted(orgs, POLICIES)})`,
  goesAway: (entitlements, orgs) =>
    `${counted(entitlements, ENTITLEMENTS)} wieder entfernen (${counted(orgs, POLICIES)})`,
  periodComesBack: (periods) =>
    `${counted(periods, ENTITLEMENTS)} wieder den früheren Zeitraum geben`,
  stays: (entitlements) =>
    `${counted(entitlements, ENTITLEMENTS)} wegen späterer Änderungen unverändert lassen`,
  people: (gaining, losing) => `Nach Richtlinie: ${gain(gaining)}, ${lose(losing)}.`,

  accessBulkTitle: "Massenzuordnung von Zugriffsrollen",
  accessBulkWhat:
    "Weisen Sie vielen Organisationen auf einmal Zugriffsrollen zu, oder entziehen Sie sie. Sie sehen die Wirkung, bevor sich etwas ändert.",
  accessOperationWhat: {
    add: "Jede Richtlinie vergibt die gewählten Zugriffsrollen und behält, was da ist",
    remove: "Entfernt die gewählten Zugriffsrollen aus jeder Richtlinie",
    equal:
      "Jede Richtlinie vergibt danach genau die gewählten Zugriffsrollen und behält ihre Berechtigungen",
  },
  accessRolesTitle: "2. Zugriffsrollen",
  accessRoles: "Zugriffsrollen",
  accessRolesSelected: (selected) =>
    selected === 0
      ? "Keine Zugriffsrolle ausgewählt"
      : `${counted(selected, { one: "Zugriffsrolle", other: "Zugriffsrollen" })} ausgewählt`,
  searchAccessRoles: "Zugriffsrollen suchen",
  accessRoleColumns: { name: "Name", entitlements: "Berechtigungen", orgs: "Organisationen" },
  chosenRoles: (names) => `Ausgewählt: ${names}`,
  noAccessRoles: "Es gibt noch keine Zugriffsrollen.",
  chooseRolesFirst: "Wählen Sie zuerst Organisationen und Zugriffsrollen.",
  bulkTitle: "Massenzuordnung",
  bulkWhat:
    "Ändern Sie die Richtlinien vieler Organisationen auf einmal. Sie sehen die Wirkung, bevor sich etwas ändert.",
  resourceBulkWhat: (resource) =>
    `Ändern Sie, was die Richtlinien vieler Organisationen von ${resource} enthalten. Berechtigungen anderer Ressourcen bleiben. Sie sehen die Wirkung, bevor sich etwas ändert.`,
  resourceMissing: "Ressource nicht gefunden",
  resourceMissingWhy:
    "Unter dieser Adresse gibt es keine Ressource, oder Sie haben keinen Zugriff darauf.",
  roleMapping: "Rollenzuordnung",
  oneResource: "einer Ressource",
  resourceHistoryWhat:
    "Wer hat nur an dieser Ressource was wann geändert? Sie können jede Änderung rückgängig machen.",
  resourceFileWhat:
    "Jede Organisation der Datei erhält von dieser Ressource genau die Berechtigungen der Datei. Berechtigungen anderer Ressourcen und alle anderen Organisationen bleiben unverändert. Die Spalten valid_from und valid_until enthalten den ersten und den letzten Tag, etwa 2026-11-25. Ohne diese Spalten bleiben die Zeiträume dessen, was jetzt gilt, unverändert, und alles andere in der Datei gilt ab jetzt.",
  accessFileWhat:
    "Jede Organisation der Datei erhält genau die Zugriffsrollen der Datei. Ihre Berechtigungen und alle anderen Organisationen bleiben unverändert. Die Spalten valid_from und valid_until enthalten den ersten und den letzten Tag, etwa 2026-11-25. Ohne diese Spalten bleiben die Zeiträume dessen, was jetzt gilt, unverändert, und alles andere in der Datei gilt ab jetzt.",
  exportPolicies: "Richtlinien exportieren (CSV)",
  orgsTitle: "1. Organisationen",
  orgs: "Organisationen",
  kindOfOrg: "Art der Organisation",
  searchLines: "Organisationen und Berechtigungen durchsuchen",
  searchOrgs: "Organisationen durchsuchen",
  orgColumns: { name: "Name", members: "Mitglieder", entitlements: "In Richtlinie" },
  orgsSelected: (selected) => `${counted(selected, ORGS)} ausgewählt`,
  clearSelection: "Auswahl aufheben",
  rolesTitle: "2. Berechtigungen",
  roles: "Berechtigungen",
  searchRoles: "Berechtigungen durchsuchen",
  roleColumns: { name: "Name", resource: "Ressource" },
  rolesSelected: (selected) => `${counted(selected, ENTITLEMENTS)} ausgewählt`,
  resource: "Ressource",
  allResources: "Alle Ressourcen",
  changeStep: "3. Änderung",
  operation: "Änderung",
  operations: { add: "Hinzufügen", remove: "Entfernen", equal: "Angleichen" },
  operationWhat: {
    add: "Fügt die ausgewählten Berechtigungen jeder Richtlinie hinzu und behält die vorhandenen",
    remove: "Entfernt die ausgewählten Berechtigungen aus jeder Richtlinie",
    equal:
      "Jede Richtlinie enthält danach genau die ausgewählten Berechtigungen und behält ihre Zugriffsrollen",
  },
  showEffect: "Wirkung zeigen",
  chooseFirst: "Wählen Sie zuerst Organisationen und Berechtigungen aus.",

  effect: "Wirkung",
  effectFailed: "Die Wirkung konnte nicht bestimmt werden",
  gaining: "Erhalten Zugriff laut Richtlinie",
  losing: "Verlieren Zugriff laut Richtlinie",
  unchanged: "Unverändert",
  orgsChanged: "Geänderte Richtlinien",
  periodsChanged: "Geänderte Zeiträume",
  ofChosen: (orgs) => `von ${counted(orgs, { one: "Organisation", other: "Organisationen" })}`,
  noEffect: "Nichts würde sich ändern",
  noEffectWhy: "Die Richtlinien sind schon so, wie diese Änderung sie machen würde.",
  nobodyAffected:
    "Niemand erhält oder verliert Zugriff: Die Organisationen haben keine Mitglieder, andere Richtlinien gewähren dasselbe, oder es ändern sich nur frühere oder spätere Tage.",
  byOrg: "Wirkung nach Organisation",
  byEntitlement: "Wirkung nach Berechtigung",
  effectColumns: {
    name: "Organisation",
    added: "Hinzugefügt",
    removed: "Entfernt",
    period: "Zeitraum",
    entitlement: "Berechtigung",
    resource: "Ressource",
    gaining: "Erhalten Zugriff",
    losing: "Verlieren Zugriff",
  },
  moreEntitlements: (entitlements) =>
    `und ${count(entitlements)} weitere ${entitlements === 1 ? ENTITLEMENTS.one : ENTITLEMENTS.other}`,
  showPeople: "Personen zeigen",
  showLines: "Änderungen Zeile für Zeile zeigen",
  affectedTitle: "Wer Zugriff erhält oder verliert",
  affectedWhat:
    "Zugriff nach Richtlinie, den jede Person durch diese Änderung erhielte oder verlöre",
  affectedPeople: "Personen",
  affectedColumns: {
    name: "Name",
    jobTitle: "Position",
    gained: "Erhält",
    lost: "Verliert",
    gaining: "Erhalten Zugriff laut Richtlinie",
    losing: "Verlieren Zugriff laut Richtlinie",
  },
  undoneWhat:
    "Zugriff laut Richtlinie, den jede Person erhalten oder verlieren würde, wenn diese Änderung jetzt rückgängig gemacht wird",
  nobody: "Durch diese Änderung erhält oder verliert niemand Zugriff.",
  changedPeople: "Personen",
  changedTitle: "Wer Zugriff erhalten oder verloren hat",
  changedWhat:
    "Zugriff laut Richtlinie, den jede Person durch die Änderung erhalten oder verloren hat, wie damals festgehalten. Personen, die seither nicht mehr im Verzeichnis sind, fehlen in der Liste.",
  changedColumns: {
    name: "Name",
    jobTitle: "Position",
    gained: "Erhalten",
    lost: "Verloren",
    gaining: "Zugriff erhalten",
    losing: "Zugriff verloren",
  },
  gainedAndLost: (gaining, losing) =>
    `Laut Richtlinie Zugriff erhalten: ${people(gaining)}. Zugriff verloren: ${people(losing)}. Stand bei der Änderung.`,
  notRecorded:
    "Provision weiß nicht, wer Zugriff erhalten oder verloren hat: Die Änderung ist zu groß, ist älter als 90 Tage, gehört zu einer anderen Änderung oder stammt aus einer früheren Version.",
  peopleFailed: "Die Personen konnten nicht geladen werden",
  searchPeople: "Personen durchsuchen",
  show: "Zeigen",
  all: "Alle",
  noPeople: "Keine Person passt dazu.",
  linesTitle: "Was sich in Richtlinien ändert",
  linesWhat:
    "Jede Berechtigung und Zugriffsrolle, die diese Änderung hinzufügen, entfernen oder auf einen anderen Zeitraum setzen würde",
  policyLines: "Änderungen von Richtlinien",
  noLines: "Keine Änderung passt dazu.",
  applyTo: (orgs) => `Auf ${counted(orgs, ORGS)} anwenden`,
  applyTitle: (orgs) => `${counted(orgs, POLICIES)} ändern?`,
  applyConfirm: "Anwenden",
  notApplied: "Es wurde nichts geändert",
  madeTitle: (orgs) => `${counted(orgs, POLICIES)} geändert`,

  fileWhat:
    "Jede Organisation der Datei erhält genau die Berechtigungen der Datei. Ihre Zugriffsrollen und alle anderen Organisationen bleiben unverändert. Die Spalten valid_from und valid_until enthalten den ersten und den letzten Tag, etwa 2026-11-25. Ohne diese Spalten bleiben die Zeiträume dessen, was jetzt gilt, unverändert, und alles andere in der Datei gilt ab jetzt.",
};
