import { formatsOf } from "../../ui/language/formats.ts";
import type { GroupingMessages } from "./messages.ts";

const { counted, count, plural } = formatsOf("de");

const inherit = (people: number) => plural(people, { one: "erbt", other: "erben" });
const orgsOf = (orgs: number) => counted(orgs, { one: "Organisation", other: "Organisationen" });

export const german: GroupingMessages = {
  titles: {
    "job-titles": "Positionsgruppen",
    departments: "Abteilungsgruppen",
    locations: "Standortgruppen",
  },
  context: "Organisationen in einer Gruppe erben die Richtlinie der Gruppe.",
  kinds: "Arten von Organisationen",
  newGroup: "Neue Gruppe",
  newGroupTop: "Die Gruppe wird auf der obersten Ebene angelegt.",
  newGroupIn: (parent) => `Die Gruppe wird in ${parent} angelegt.`,
  newGroupWith: (orgs) =>
    `Die Gruppe wird auf der obersten Ebene angelegt und enthält ${counted(orgs, { one: "ausgewählte Organisation", other: "ausgewählte Organisationen" })}.`,
  create: "Gruppe anlegen",
  suggest: "Gruppen vorschlagen",
  suggestTitle: "Vorgeschlagene Gruppen",
  suggestWhat:
    "Die Namen dieser Organisationen ohne Gruppe unterscheiden sich nur in Rang oder Nummer. Neue Gruppen haben keine Richtlinie, deshalb gewinnt oder verliert niemand Zugriff.",
  suggestConfirm: (groups) => `${counted(groups, { one: "Gruppe", other: "Gruppen" })} anlegen`,
  suggestMove: (orgs) => `${orgsOf(orgs)} verschieben`,
  suggested: (names, more) => (more > 0 ? `${names} und ${count(more)} weitere` : names),
  extends: (name) => `${name} (vorhandene Gruppe, deren Richtlinie sie erben)`,
  noSuggestions: "Keine Namen von Organisationen ohne Gruppe gehören zusammen.",
  notCreatedMany: "Die Gruppen wurden nicht angelegt",
  name: "Name",
  notCreated: "Die Gruppe wurde nicht angelegt",
  rename: "Umbenennen",
  renameTitle: "Gruppe umbenennen",
  notRenamed: "Die Gruppe wurde nicht umbenannt",
  delete: "Löschen",
  deleteTitle: (name) => `${name} löschen?`,
  deleteWhat: "Die Gruppe und ihre Richtlinie werden gelöscht. Sie können das rückgängig machen.",
  deleteOrgs: (orgs, names, hasMore) =>
    `${counted(orgs, { one: "Organisation rückt", other: "Organisationen rücken" })} eine Ebene nach oben: ${names}${hasMore ? ", …" : ""}.`,
  deleteEmpty: "Die Gruppe ist leer.",
  notDeleted: "Die Gruppe wurde nicht gelöscht",
  groups: "Gruppen",
  search: "Organisationen suchen",
  clearSelection: "Aufheben",
  selected: (orgs) => `${orgsOf(orgs)} ausgewählt`,
  nothingSelected: "Keine Organisation ausgewählt",
  move: "Verschieben…",
  openPolicy: "Richtlinie öffnen",
  orgs: orgsOf,
  people: (people) => counted(people, { one: "Person", other: "Personen" }),
  inPolicy: (size) => `${size} in Richtlinie`,
  select: (name) => `${name} auswählen`,
  open: (name) => `${name} aufklappen`,
  close: (name) => `${name} zuklappen`,
  loading: "Wird geladen…",
  noGroups: "Noch keine Gruppen",
  noGroupsWhat: "Legen Sie eine Gruppe an und verschieben Sie Organisationen hinein.",
  noOrgs: "Es gibt noch keine Organisationen dieser Art. Importieren Sie zuerst Identitäten.",
  failed: "Die Gruppen konnten nicht geladen werden",
  results: "Suchergebnisse",
  pathTop: "Oberste Ebene",
  moreResults: (shown) =>
    `Nur die ersten ${count(shown)} Treffer werden gezeigt. Verfeinern Sie die Suche.`,
  loose: "Organisationen außerhalb von Gruppen",
  ungrouped: "Ohne Gruppe",
  inactive: "Ohne Mitglieder",
  looseWhat:
    "Ziehen Sie Organisationen auf eine Gruppe, oder wählen Sie sie aus und verschieben Sie sie.",
  inactiveWhat: "Diese Organisationen haben keine Mitglieder, in Gruppen oder außerhalb.",
  searchLoose: "Suchen",
  selectAll: (orgs) => `Alle ${count(orgs)} auswählen`,
  columns: {
    selected: "Ausgewählt",
    name: "Name",
    orgs: "Org.",
    people: "Personen",
    entitlements: "In Richtlinie",
  },
  noUngrouped: "Jede Organisation mit Mitgliedern ist in einer Gruppe.",
  noInactive: "Jede Organisation hat Mitglieder.",
  moveTitle: (orgs, name) =>
    name === null ? `${orgsOf(orgs)} verschieben` : `${name} verschieben`,
  moveWhat: "Organisationen erben die Richtlinie der Gruppe, in die sie verschoben werden.",
  searchGroups: "Gruppen suchen",
  targets: "Ziel",
  topLevel: "Oberste Ebene (ohne Gruppe)",
  moveConfirm: "Verschieben",
  notMoved: "Die Organisationen wurden nicht verschoben",
  effect: (people, orgs) =>
    `${counted(people, { one: "Person", other: "Personen" })} in ${orgsOf(orgs)}`,
  gains: (people, entitlements) =>
    `${inherit(people)} bis zu ${counted(entitlements, { one: "weiteren Eintrag", other: "weitere Einträge" })} aus Richtlinien`,
  loses: (people, entitlements) =>
    `${inherit(people)} bis zu ${counted(entitlements, { one: "Eintrag", other: "Einträge" })} aus Richtlinien nicht mehr`,
  noEffect: (people) => `${inherit(people)} dieselben Richtlinien wie vorher`,
  and: " und ",
  alreadyThere: "Diese Organisationen sind schon dort.",
  effectFailed: "Die Wirkung konnte nicht berechnet werden",
  lastChange: {
    created: (actor, name, orgs) =>
      `${actor} hat ${name} angelegt${orgs > 0 ? `, mit ${orgsOf(orgs)}` : ""}.`,
    createdMany: (actor, groups, orgs) =>
      `${actor} hat ${counted(groups, { one: "Gruppe", other: "Gruppen" })} mit ${orgsOf(orgs)} angelegt.`,
    renamed: (actor, former, name) => `${actor} hat ${former} in ${name} umbenannt.`,
    moved: (actor, orgs, name) => `${actor} hat ${orgsOf(orgs)} nach ${name} verschoben.`,
    movedUp: (actor, orgs) => `${actor} hat ${orgsOf(orgs)} auf die oberste Ebene verschoben.`,
    deleted: (actor, name) => `${actor} hat ${name} gelöscht.`,
  },
  undo: "Rückgängig machen",
  noChange: "Keine Änderung zum Rückgängigmachen.",
};
