import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { count, counted } = formatsOf("en");

const english = {
  title: (entitlement: string) => `Who has ${entitlement}?`,
  loadingTitle: "Who has it?",
  failed: "The holders could not be counted",
  held: (holders: number, members: number) =>
    `${count(holders)} of ${counted(members, { one: "member", other: "members" })} hold it`,
  heldByPeople: (holders: number, people: number) =>
    `${count(holders)} of ${counted(people, { one: "person holds", other: "people hold" })} it`,
  allPeople: "All people",
  outsideCount: (people: number) => `${count(people)} outside policy`,
  missingCount: (people: number) => `${count(people)} should have it by policy`,
  people: "People",
  search: "Search people",
  show: "Show",
  holders: "Have it",
  lackers: "Lack it",
  noMember: {
    holds: "No member holds this entitlement.",
    lacks: "Every member holds this entitlement.",
  },
  nobody: {
    holds: "Nobody holds this entitlement.",
    lacks: "Everybody holds this entitlement.",
  },
  columns: {
    name: "Name",
    jobTitle: "Job Title",
    accounts: "Accounts",
    why: "Granted by the policy of",
  },
  outside: "Outside policy",
  notGranted: "No policy grants it",
  who: "Who has it?",
  loadingEntitlement: "Loading the entitlement",
  missing: "Entitlement not found",
  missingWhy: "There is no entitlement at this address.",
  notLoaded: "The entitlement could not be loaded",
  back: "Back to the Dashboard",
  whoHas: (name: string) => `Who has it? ${name}`,
};

export type HolderMessages = typeof english;
export const holderMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
