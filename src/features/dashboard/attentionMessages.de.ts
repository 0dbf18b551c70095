import { formatsOf } from "../../ui/language/formats.ts";
import type { AttentionMessages } from "./attentionMessages.ts";

const { count, counted } = formatsOf("de");

export const german: AttentionMessages = {
  title: "Braucht Aufmerksamkeit",
  context: (items) => counted(items, { one: "Eintrag", other: "Einträge" }),
  work: {
    plan: (no) => `Plan ${count(no)} wartet auf Ihre Entscheidung`,
    preview: (no) => `Vorschau ${count(no)} wartet auf Genehmigung`,
    failedChanges: (changes) =>
      counted(changes, {
        one: "genehmigte Änderung ist fehlgeschlagen",
        other: "genehmigte Änderungen sind fehlgeschlagen",
      }),
    failedRun: (no) => `Import ${count(no)} ist fehlgeschlagen`,
    unpublished: () => "Änderungen sind nicht veröffentlicht",
    matches: (accounts) =>
      counted(accounts, {
        one: "Konto braucht einen Inhaber",
        other: "Konten brauchen einen Inhaber",
      }),
    tasks: (tasks) => counted(tasks, { one: "offene Aufgabe", other: "offene Aufgaben" }),
    overdueCases: (cases) =>
      counted(cases, { one: "Fall ist überfällig", other: "Fälle sind überfällig" }),
  },
  cases: "Fälle",
  link: (name, what) => `${name}: ${what}`,
  nothing: "Nichts braucht Ihre Aufmerksamkeit",
  nothingWhy: "Nichts, was Sie öffnen können, braucht eine Entscheidung.",
  failed: "Was Aufmerksamkeit braucht, konnte nicht geladen werden",
  more: (items) => `und ${count(items)} weitere`,
};
