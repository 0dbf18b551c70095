import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { count, counted } = formatsOf("en");

const people = (number: number) => counted(number, { one: "person", other: "people" });

const english = {
  title: "Access Roles",
  context:
    "Bundles of entitlements from any resource. Give them to people, or to orgs by policies.",
  newRole: "New role",
  newRoleNext: "Choose the entitlements next. A role without entitlements grants nothing.",
  create: "Create role",
  notCreated: "The role was not created",
  roles: "Access roles",
  search: "Search access roles",
  status: "Status",
  statuses: { active: "Active", archived: "Archived" },
  order: "Order",
  orders: {
    "name,asc": "By name",
    "name,desc": "By name, descending",
    "changedAt,desc": "Last changed first",
    "changedAt,asc": "Last changed last",
  },
  exportCsv: "Export CSV",
  defaultBucket: "Provision access roles",
  columns: { name: "Role", entitlements: "Entitlements", orgs: "Orgs", people: "Assigned people" },
  noRoles: "No access roles yet",
  noRolesWhy:
    "An access role bundles entitlements that belong together, such as all that a teller needs.",
  noneArchived: "No access role is archived",
  failed: "The access roles could not be loaded",
  rolesOf: (number: number) => counted(number, { one: "role", other: "roles" }),
  activeRoles: (number: number) => counted(number, { one: "active role", other: "active roles" }),
  showMore: "Show more",
  showMoreOf: (resource: string) => `Show more roles of ${resource}`,
  summary: (entitlements: number, orgs: number, assigned: number) =>
    `${counted(entitlements, { one: "entitlement", other: "entitlements" })} · ${counted(orgs, { one: "org", other: "orgs" })} · ${people(assigned)}`,
  fields: { name: "Name", description: "Description", resource: "Belongs to" },
  noResource: "No resource (Provision access roles)",

  loading: "Loading",
  roleFailed: "The access role could not be loaded",
  missing: "This access role doesn't exist",
  missingWhy: "It may have been deleted.",
  back: "Show all access roles",
  changed: "Changed",
  version: (version: number) => `Version ${count(version)}`,
  copy: "Copy",
  archive: "Archive",
  takeBack: "Take back",
  delete: "Delete",
  more: "More actions",
  archivedTitle: "This role is archived",
  archivedWhy:
    "It grants nothing. People and orgs keep it, and get its entitlements when you take it back.",
  figures: {
    entitlements: "Entitlements",
    granted: "People with the role",
    direct: "Directly",
    inherited: "Through orgs",
    inFact: "In fact",
  },
  figureHints: {
    entitlements: (resources: number) =>
      `From ${counted(resources, { one: "resource", other: "resources" })}`,
    granted: "Directly or through orgs",
    direct: "The role is assigned to them",
    inherited: "A policy of their orgs induces it",
    inFact: "Their accounts hold all its entitlements",
  },
  role: "Access role",
  details: "Details",
  notSaved: "The role was not saved",
  entitlements: "Entitlements",
  entitlementsWhat: "Everyone with the role gets all of them.",
  addEntitlements: "Add entitlements",
  noEntitlements: "This role has no entitlements and grants nothing.",
  lost: "No longer in the directory",
  added: "New",
  remove: (name: string) => `Remove ${name}`,
  removed: (number: number) =>
    `${counted(number, { one: "entitlement is", other: "entitlements are" })} removed when you save.`,
  owners: "Owners",
  ownersWhat: "The people who answer for the role.",
  addOwner: "Add owner",
  noOwners: "Nobody owns this role.",
  pickEntitlements: "Add entitlements",
  pickOwners: "Add owners",
  pickWhat: "Your choice is part of the role once you save it.",
  searchEntitlements: "Search entitlements",
  searchPeople: "Search people",
  resource: "Resource",
  allResources: "All resources",
  pickColumns: { name: "Name", resource: "Resource", job: "Job title" },
  choose: (name: string) => `Add ${name}`,
  chosen: "Added",
  add: "Add",
  takeOut: "Remove",
  done: "Done",
  effectFailed: "The effect could not be computed",
  effectTitle: "Effect on people",
  gaining: (number: number) => `${people(number)} would gain access.`,
  losing: (number: number) => `${people(number)} would lose access.`,
  nobody: "Nobody would gain or lose access.",
  lostEntitlements: "What they would lose",
  changedEntitlements: "What would change",
  entitlementChange: (gaining: number, losing: number) =>
    [gaining > 0 && `+${count(gaining)}`, losing > 0 && `−${count(losing)}`]
      .filter(Boolean)
      .join(" / "),
  moreEntitlements: (number: number) =>
    `And ${counted(number, { one: "more entitlement", other: "more entitlements" })}.`,
  inducedBy: (number: number) =>
    `${counted(number, { one: "org induces", other: "orgs induce" })} the role:`,
  moreOrgs: (number: number) => `and ${count(number)} more`,
  assignedTo: (number: number) => `The role is assigned to ${people(number)}.`,
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteWhat: "The role, its versions and its assignments are deleted. This can't be undone.",
  deleteConfirm: "Delete role",
  typeName: "Type the name of the role",
  nameMismatch: "This is not the name of the role",
  notDeleted: "The role was not deleted",
  archiveTitle: (name: string) => `Archive ${name}?`,
  archiveWhat: "The role grants nothing until you take it back.",
  archiveConfirm: "Archive role",
  takeBackTitle: (name: string) => `Take ${name} back?`,
  takeBackWhat: "The role grants its entitlements again.",
  takeBackConfirm: "Take back",
  statusNotChanged: "The status was not changed",
  copyTitle: (name: string) => `Copy ${name}`,
  copyWhat: "The copy has the same entitlements and owners. Nobody gets it yet.",
  copyConfirm: "Create copy",
};

export type AccessRoleMessages = typeof english;
export const accessRoleMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
