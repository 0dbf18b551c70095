import { formatsOf } from "../../ui/language/formats.ts";
import type { AccessRoleMessages } from "./messages.ts";

const { count, counted } = formatsOf("de");

const people = (number: number) => counted(number, { one: "Person", other: "Personen" });

export const german: AccessRoleMessages = {
  title: "Zugriffsrollen",
  context:
    "Bündel von Berechtigungen beliebiger Ressourcen. Weisen Sie sie Personen zu, oder Organisationen durch Richtlinien.",
  newRole: "Neue Rolle",
  newRoleNext:
    "Wählen Sie danach die Berechtigungen. Eine Rolle ohne Berechtigungen gewährt nichts.",
  create: "Rolle anlegen",
  notCreated: "Die Rolle wurde nicht angelegt",
  roles: "Zugriffsrollen",
  search: "Zugriffsrollen suchen",
  status: "Status",
  statuses: { active: "Aktiv", archived: "Archiviert" },
  order: "Reihenfolge",
  orders: {
    "name,asc": "Nach Namen",
    "name,desc": "Nach Namen, absteigend",
    "changedAt,desc": "Zuletzt geänderte zuerst",
    "changedAt,asc": "Zuletzt geänderte zuletzt",
  },
  exportCsv: "CSV exportieren",
  defaultBucket: "Provision-Zugriffsrollen",
  columns: {
    name: "Rolle",
    entitlements: "Berechtigungen",
    orgs: "Organisationen",
    people: "Zugewiesen",
  },
  noRoles: "Noch keine Zugriffsrollen",
  noRolesWhy:
    "Eine Zugriffsrolle bündelt Berechtigungen, die zusammengehören, zum Beispiel alles, was eine Kassenkraft braucht.",
  noneArchived: "Keine Zugriffsrolle ist archiviert",
  failed: "Die Zugriffsrollen konnten nicht geladen werden",
  rolesOf: (number) => counted(number, { one: "Rolle", other: "Rollen" }),
  activeRoles: (number) => counted(number, { one: "aktive Rolle", other: "aktive Rollen" }),
  showMore: "Mehr zeigen",
  showMoreOf: (resource) => `Mehr Rollen von ${resource} zeigen`,
  summary: (entitlements, orgs, assigned) =>
    `${counted(entitlements, { one: "Berechtigung", other: "Berechtigungen" })} · ${counted(orgs, { one: "Organisation", other: "Organisationen" })} · ${people(assigned)}`,
  fields: { name: "Name", description: "Beschreibung", resource: "Gehört zu" },
  noResource: "Keine Ressource (Provision-Zugriffsrollen)",

  loading: "Wird geladen",
  roleFailed: "Die Zugriffsrolle konnte nicht geladen werden",
  missing: "Diese Zugriffsrolle gibt es nicht",
  missingWhy: "Sie wurde möglicherweise gelöscht.",
  back: "Alle Zugriffsrollen zeigen",
  changed: "Geändert",
  version: (version) => `Version ${count(version)}`,
  copy: "Kopieren",
  archive: "Archivieren",
  takeBack: "Wieder aktivieren",
  delete: "Löschen",
  more: "Weitere Aktionen",
  archivedTitle: "Diese Rolle ist archiviert",
  archivedWhy:
    "Sie gewährt nichts. Personen und Organisationen behalten sie und bekommen ihre Berechtigungen, wenn Sie sie wieder aktivieren.",
  figures: {
    entitlements: "Berechtigungen",
    granted: "Personen mit der Rolle",
    direct: "Direkt",
    inherited: "Durch Organisationen",
    inFact: "Tatsächlich",
  },
  figureHints: {
    entitlements: (resources) =>
      `Von ${counted(resources, { one: "Ressource", other: "Ressourcen" })}`,
    granted: "Direkt oder durch Organisationen",
    direct: "Die Rolle ist ihnen zugewiesen",
    inherited: "Eine Richtlinie ihrer Organisationen vergibt sie",
    inFact: "Ihre Konten haben alle Berechtigungen der Rolle",
  },
  role: "Zugriffsrolle",
  details: "Angaben",
  notSaved: "Die Rolle wurde nicht gespeichert",
  entitlements: "Berechtigungen",
  entitlementsWhat: "Wer die Rolle hat, bekommt sie alle.",
  addEntitlements: "Berechtigungen hinzufügen",
  noEntitlements: "Diese Rolle hat keine Berechtigungen und gewährt nichts.",
  lost: "Nicht mehr im Verzeichnis",
  added: "Neu",
  remove: (name) => `${name} entfernen`,
  removed: (number) =>
    `${counted(number, { one: "Berechtigung wird", other: "Berechtigungen werden" })} beim Speichern entfernt.`,
  owners: "Verantwortliche",
  ownersWhat: "Die Personen, die für die Rolle verantwortlich sind.",
  addOwner: "Person hinzufügen",
  noOwners: "Niemand ist für diese Rolle verantwortlich.",
  pickEntitlements: "Berechtigungen hinzufügen",
  pickOwners: "Verantwortliche hinzufügen",
  pickWhat: "Ihre Auswahl gehört zur Rolle, sobald Sie sie speichern.",
  searchEntitlements: "Berechtigungen suchen",
  searchPeople: "Personen suchen",
  resource: "Ressource",
  allResources: "Alle Ressourcen",
  pickColumns: { name: "Name", resource: "Ressource", job: "Position" },
  choose: (name) => `${name} hinzufügen`,
  chosen: "Hinzugefügt",
  add: "Hinzufügen",
  takeOut: "Entfernen",
  done: "Fertig",
  effectFailed: "Die Wirkung konnte nicht berechnet werden",
  effectTitle: "Wirkung auf Personen",
  gaining: (number) =>
    `${counted(number, { one: "Person bekäme", other: "Personen bekämen" })} Zugriff.`,
  losing: (number) =>
    `${counted(number, { one: "Person verlöre", other: "Personen verlören" })} Zugriff.`,
  nobody: "Niemand bekäme oder verlöre Zugriff.",
  lostEntitlements: "Was sie verlören",
  changedEntitlements: "Was sich änderte",
  entitlementChange: (gaining, losing) =>
    [gaining > 0 && `+${count(gaining)}`, losing > 0 && `−${count(losing)}`]
      .filter(Boolean)
      .join(" / "),
  moreEntitlements: (number) =>
    `Und ${counted(number, { one: "weitere Berechtigung", other: "weitere Berechtigungen" })}.`,
  inducedBy: (number) =>
    `${counted(number, { one: "Organisation vergibt", other: "Organisationen vergeben" })} die Rolle:`,
  moreOrgs: (number) => `und ${count(number)} weitere`,
  assignedTo: (number) => `Die Rolle ist ${people(number)} zugewiesen.`,
  deleteTitle: (name) => `${name} löschen?`,
  deleteWhat:
    "Die Rolle, ihre Versionen und ihre Zuweisungen werden gelöscht. Das kann nicht rückgängig gemacht werden.",
  deleteConfirm: "Rolle löschen",
  typeName: "Geben Sie den Namen der Rolle ein",
  nameMismatch: "Das ist nicht der Name der Rolle",
  notDeleted: "Die Rolle wurde nicht gelöscht",
  archiveTitle: (name) => `${name} archivieren?`,
  archiveWhat: "Die Rolle gewährt nichts, bis Sie sie wieder aktivieren.",
  archiveConfirm: "Rolle archivieren",
  takeBackTitle: (name) => `${name} wieder aktivieren?`,
  takeBackWhat: "Die Rolle gewährt ihre Berechtigungen wieder.",
  takeBackConfirm: "Wieder aktivieren",
  statusNotChanged: "Der Status wurde nicht geändert",
  copyTitle: (name) => `${name} kopieren`,
  copyWhat:
    "Die Kopie hat dieselben Berechtigungen und Verantwortlichen. Noch bekommt sie niemand.",
  copyConfirm: "Kopie anlegen",
};
