import { formatsOf } from "../../ui/language/formats.ts";
import { sentence } from "../../ui/language/sentence.ts";
import type { RoleMappingMessages } from "./messages.ts";

const { count, counted, plural } = formatsOf("de");

export const german: RoleMappingMessages = {
  roleMapping: "Rollenzuordnung",
  again: "Erneut versuchen",

  findOrg: "Suchen Sie eine Organisation, um ihre Mitglieder und ihre Richtlinie zu sehen.",
  noClient: "Kein Mandant",
  noClientWhy:
    "Ihr Konto gehört zu keinem Mandanten, darum gibt es kein Verzeichnis zu zeigen. Bitten Sie die Person, die Ihr Konto eingerichtet hat, Sie einem hinzuzufügen.",
  kindOfOrg: "Art der Organisation",
  policyFilter: "Zugriffsrichtlinie",
  policies: {
    all: "Mit oder ohne Richtlinie",
    missing: "Ohne Richtlinie",
    present: "Mit Richtlinie",
  },
  search: (what) => `${what} durchsuchen`,
  startWith: "Namen, die beginnen mit",
  allOrgs: "Alle",
  startsWith: (letter) => `Beginnt mit ${letter}`,
  columns: { name: "Name", members: "Mitglieder", entitlements: "In Richtlinie" },
  noPolicy: "Keine Richtlinie",
  withoutPolicy: (type, orgs) => `${type}: ${count(orgs)} ohne Richtlinie`,
  inPolicy: (size) => `${size} in Richtlinie`,
  imported: {
    before: "Organisationen kommen mit einem Import: Die ",
    dashboard: "Übersicht",
    after: " sagt, wie.",
  },

  forResource: { before: "Nur für", after: "" },
  oneResource: "eine Ressource (ihr Name konnte nicht geladen werden)",
  resourceMissing: "Ressource nicht gefunden",
  resourceMissingWhy:
    "Unter dieser Adresse gibt es keine Ressource, oder Sie haben keinen Zugriff darauf.",
  allResources: "Rollenzuordnung aller Ressourcen",

  loading: "Wird geladen",
  showAll: "Alle Ressourcen zeigen",
  builder: "Zugriffsrichtlinien-Editor",
  kindIn: (kind, place) => `${kind} in ${place}`,
  members: (members) => counted(members, { one: "Mitglied", other: "Mitglieder" }),
  entitlements: (entitlements) =>
    plural(entitlements, { one: "Berechtigung", other: "Berechtigungen" }),
  ofPolicy: "in Richtlinie",
  orgMissing: "Organisation nicht gefunden",
  orgMissingWhy:
    "Unter dieser Adresse gibt es keine Organisation. Sie wurde vielleicht entfernt, oder Sie haben keinen Zugriff darauf.",
  orgFailed: "Die Organisation konnte nicht geladen werden",
  back: "Zurück zur Rollenzuordnung",

  membersTitle: "Mitglieder",
  membersWhat: "Identitäten dieser Organisation und derer darunter",
  lostResource: "Nicht mehr im Verzeichnis",
  searchMembers: "Mitglieder suchen",
  memberColumns: {
    name: "Name",
    username: "Benutzername",
    jobTitle: "Position",
    department: "Abteilung",
    accounts: "Konten",
  },
  noAccount: "Kein Konto",
  noMembers: "Dieser Organisation oder einer darunter ist keine Identität zugeordnet.",

  accessRoles: "Zugriffsrollen",
  accessRolesWhat:
    "Die Richtlinie vergibt diese Rollen. Die Mitglieder bekommen alle ihre Berechtigungen.",
  noAccessRoles: "Die Richtlinie vergibt keine Zugriffsrolle.",
  accessRoleColumns: { name: "Rolle", entitlements: "Berechtigungen", period: "Gültig" },
  inherited: "Geerbte Berechtigungen",
  inheritedWhat:
    "Aus den Richtlinien der Organisationen darüber und den Zugriffsrollen darin. Entfernen Sie eine in der Organisation oder Zugriffsrolle, die sie hat.",
  searchInherited: "Geerbte Berechtigungen durchsuchen",
  inheritedColumns: { name: "Berechtigung", resource: "Ressource", origin: "Geerbt von" },
  alsoDirect: "Auch direkt",
  nothingInherited: "Die Richtlinien der Organisationen darüber enthalten keine Berechtigung.",
  bulk: "Massenzuordnung",

  policy: "Aktuelle Richtlinie",
  policyWhat: "Was jedes Mitglied haben soll",
  filterPolicy: "Richtlinie filtern",
  noPolicyYet: "Noch keine Richtlinie",
  rolesOnly: "Nur Zugriffsrollen",
  rolesOnlyWhy:
    "Die Richtlinie enthält keine eigenen Berechtigungen. Die Mitglieder erhalten die Berechtigungen der Zugriffsrollen unten.",
  buildPolicy: "Richtlinie erstellen",
  nothingOf: (resource) =>
    `Die Richtlinie enthält nichts von ${resource}. Der Zugriffsrichtlinien-Editor zeigt, was die Mitglieder dort gemeinsam haben.`,
  noPolicyWhy:
    "Der Zugriffsrichtlinien-Editor zeigt, was die Mitglieder gemeinsam haben, und macht daraus eine Richtlinie.",
  clearFilter: "Filter leeren",
  filterWhat: "Der Filter sieht auf die Namen von Berechtigungen und von Ressourcen.",
  policyList: "Aktuelle Richtlinie; Enter entfernt eine Berechtigung",
  policyFailed: "Die Richtlinie konnte nicht geladen werden",
  resourceFailed: "Die Ressource konnte nicht geladen werden",

  removal: "Aus der Richtlinie entfernen?",
  removalWhat: (name, resource, org) =>
    `${name}${resource ? ` (${resource})` : ""} wird nicht mehr in der Richtlinie von ${org ?? "dieser Organisation"} sein.`,
  remove: "Entfernen",
  notRemoved: "Konnte nicht entfernt werden",
  periodWhat:
    "Mitglieder der Organisation und der Organisationen darunter bekommen die Berechtigung durch diese Richtlinie nur vom ersten bis zum letzten Tag.",
  periodNotChanged: "Der Zeitraum wurde nicht geändert",

  buildForOne: "Für eine Ressource erstellen",
  searchResources: "Ressourcen suchen",
  resourcesFailed: (message) => `Die Ressourcen konnten nicht geladen werden. ${sentence(message)}`,
  noResource: "Es gibt keine Ressource, die Sie öffnen können.",
};
