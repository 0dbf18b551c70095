import { formatsOf } from "../../ui/language/formats.ts";
import type { HolderMessages } from "./messages.ts";

const { count, counted } = formatsOf("de");

export const german: HolderMessages = {
  title: (entitlement) => `Wer hat ${entitlement}?`,
  loadingTitle: "Wer hat sie?",
  failed: "Die Inhaber konnten nicht gezählt werden",
  held: (holders, members) =>
    `${count(holders)} von ${counted(members, { one: "Mitglied", other: "Mitgliedern" })} haben sie`,
  heldByPeople: (holders, people) =>
    `${count(holders)} von ${counted(people, { one: "Person", other: "Personen" })} haben sie`,
  allPeople: "Alle Personen",
  outsideCount: (people) => `${count(people)} außerhalb der Richtlinie`,
  missingCount: (people) => `${count(people)} sollten sie laut Richtlinie haben`,
  people: "Personen",
  search: "Personen suchen",
  show: "Zeigen",
  holders: "Haben sie",
  lackers: "Haben sie nicht",
  noMember: {
    holds: "Kein Mitglied hat diese Berechtigung.",
    lacks: "Jedes Mitglied hat diese Berechtigung.",
  },
  nobody: {
    holds: "Niemand hat diese Berechtigung.",
    lacks: "Jede Person hat diese Berechtigung.",
  },
  columns: {
    name: "Name",
    jobTitle: "Position",
    accounts: "Konten",
    why: "Gewährt durch die Richtlinie von",
  },
  outside: "Außerhalb der Richtlinie",
  notGranted: "Keine Richtlinie gewährt sie",
  who: "Wer hat sie?",
  loadingEntitlement: "Die Berechtigung wird geladen",
  missing: "Berechtigung nicht gefunden",
  missingWhy: "An dieser Adresse gibt es keine Berechtigung.",
  notLoaded: "Die Berechtigung konnte nicht geladen werden",
  back: "Zurück zum Dashboard",
  whoHas: (name) => `Wer hat sie? ${name}`,
};
