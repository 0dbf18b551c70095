import { formatsOf } from "../../ui/language/formats.ts";
import { createCatalogue } from "../../ui/language/catalogue.ts";

const { counted, count, plural } = formatsOf("en");

const inherit = (people: number) => plural(people, { one: "inherits", other: "inherit" });

const english = {
  titles: {
    "job-titles": "Job Title Groups",
    departments: "Department Groups",
    locations: "Location Groups",
  },
  context: "Orgs in a group inherit the policy of the group.",
  kinds: "Kinds of orgs",
  newGroup: "New group",
  newGroupTop: "The group is created at the top level.",
  newGroupIn: (parent: string) => `The group is created in ${parent}.`,
  newGroupWith: (orgs: number) =>
    `The group is created at the top level, with the ${counted(orgs, { one: "selected org", other: "selected orgs" })} in it.`,
  create: "Create group",
  suggest: "Suggest groups",
  suggestTitle: "Suggested groups",
  suggestWhat:
    "These ungrouped orgs have names that differ only in rank or number. New groups have no policy, so nobody gains or loses access by them.",
  suggestConfirm: (groups: number) =>
    `Create ${counted(groups, { one: "group", other: "groups" })}`,
  suggestMove: (orgs: number) => `Move ${counted(orgs, { one: "org", other: "orgs" })}`,
  suggested: (names: string, more: number) =>
    more > 0 ? `${names} and ${count(more)} more` : names,
  extends: (name: string) => `${name} (existing group, whose policy they inherit)`,
  noSuggestions: "No names of ungrouped orgs belong together.",
  notCreatedMany: "The groups were not created",
  name: "Name",
  notCreated: "The group was not created",
  rename: "Rename",
  renameTitle: "Rename group",
  notRenamed: "The group was not renamed",
  delete: "Delete",
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteWhat: "The group and its policy are deleted. You can undo this.",
  deleteOrgs: (orgs: number, names: string, hasMore: boolean) =>
    `${counted(orgs, { one: "org moves", other: "orgs move" })} up one level: ${names}${hasMore ? ", …" : ""}.`,
  deleteEmpty: "The group is empty.",
  notDeleted: "The group was not deleted",
  groups: "Groups",
  search: "Search orgs",
  clearSelection: "Clear",
  selected: (orgs: number) => counted(orgs, { one: "org selected", other: "orgs selected" }),
  nothingSelected: "No org selected",
  move: "Move to…",
  openPolicy: "Open policy",
  orgs: (orgs: number) => counted(orgs, { one: "org", other: "orgs" }),
  people: (people: number) => counted(people, { one: "person", other: "people" }),
  inPolicy: (size: string) => `${size} in policy`,
  select: (name: string) => `Select ${name}`,
  open: (name: string) => `Open ${name}`,
  close: (name: string) => `Close ${name}`,
  loading: "Loading…",
  noGroups: "No groups yet",
  noGroupsWhat: "Create a group, then move orgs into it.",
  noOrgs: "There are no orgs of this kind yet. Import identities first.",
  failed: "The groups could not be loaded",
  results: "Search results",
  pathTop: "Top level",
  moreResults: (shown: number) =>
    `Only the first ${count(shown)} matches are shown. Refine the search.`,
  loose: "Orgs outside of groups",
  ungrouped: "Ungrouped",
  inactive: "Without members",
  looseWhat: "Drag orgs onto a group, or select them and choose where they go.",
  inactiveWhat: "These orgs have no members, in groups or outside.",
  searchLoose: "Search",
  selectAll: (orgs: number) => `Select all ${count(orgs)}`,
  columns: {
    selected: "Selected",
    name: "Name",
    orgs: "Orgs",
    people: "People",
    entitlements: "In policy",
  },
  noUngrouped: "Every org with members is in a group.",
  noInactive: "Every org has members.",
  moveTitle: (orgs: number, name: string | null) =>
    name === null ? `Move ${counted(orgs, { one: "org", other: "orgs" })}` : `Move ${name}`,
  moveWhat: "Orgs inherit the policy of the group that they are moved to.",
  searchGroups: "Search groups",
  targets: "Move to",
  topLevel: "Top level (ungrouped)",
  moveConfirm: "Move",
  notMoved: "The orgs were not moved",
  effect: (people: number, orgs: number) =>
    `${counted(people, { one: "person", other: "people" })} in ${counted(orgs, { one: "org", other: "orgs" })}`,
  gains: (people: number, entitlements: number) =>
    `${inherit(people)} up to ${counted(entitlements, { one: "more policy entry", other: "more policy entries" })}`,
  loses: (people: number, entitlements: number) =>
    `no longer ${inherit(people)} up to ${counted(entitlements, { one: "policy entry", other: "policy entries" })}`,
  noEffect: (people: number) => `${inherit(people)} the same policies as before`,
  and: " and ",
  alreadyThere: "These orgs are already there.",
  effectFailed: "The effect could not be computed",
  lastChange: {
    created: (actor: string, name: string, orgs: number) =>
      `${actor} created ${name}${orgs > 0 ? ` with ${counted(orgs, { one: "org", other: "orgs" })}` : ""}.`,
    createdMany: (actor: string, groups: number, orgs: number) =>
      `${actor} created ${counted(groups, { one: "group", other: "groups" })} with ${counted(orgs, { one: "org", other: "orgs" })}.`,
    renamed: (actor: string, former: string, name: string) =>
      `${actor} renamed ${former} to ${name}.`,
    moved: (actor: string, orgs: number, name: string) =>
      `${actor} moved ${counted(orgs, { one: "org", other: "orgs" })} to ${name}.`,
    movedUp: (actor: string, orgs: number) =>
      `${actor} moved ${counted(orgs, { one: "org", other: "orgs" })} to the top level.`,
    deleted: (actor: string, name: string) => `${actor} deleted ${name}.`,
  },
  undo: "Undo",
  noChange: "No change to undo.",
};

export type GroupingMessages = typeof english;
export const groupingMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
