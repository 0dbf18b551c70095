import { formatsOf } from "../../ui/language/formats.ts";
import type { HolderMessages } from "./messages.ts";

const { count, counted } = formatsOf("de");

export const german: HolderMessages = {
  title: (entitlement) => `Wer hat ${entitlement}?`,
  loadingTitle: "Wer hat sie?",
  failed: "Die Inhaber konnten nicht gezählt werden",
  held: (holders, members) =>
    `${count(holders)} von ${counted(members, { one: "Mitglied", other: "Mitgliedern" })} haben sie`,
  outsideCount: (people) => `${count(people)} außerhalb der Richtlinie`,
  missingCount: (people) => `${count(people)} sollten sie laut Richtlinie haben`,
  people: "Personen",
  search: "Personen suchen",
  show: "Zeigen",
  holders: "Haben sie",
  lackers: "Haben sie nicht",
  noHolders: "Kein Mitglied hat diese Berechtigung.",
  noLackers: "Jedes Mitglied hat diese Berechtigung.",
  columns: {
    name: "Name",
    jobTitle: "Position",
    accounts: "Konten",
    why: "Gewährt durch die Richtlinie von",
  },
  outside: "Außerhalb der Richtlinie",
  notGranted: "Keine Richtlinie gewährt sie",
};
