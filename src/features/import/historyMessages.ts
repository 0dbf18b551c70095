/** Texts of the history of imports. */
import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { count, counted } = formatsOf("en");

const records = (number: number) => counted(number, { one: "record", other: "records" });

const english = {
  history: "Earlier imports",
  historyWhat: "The newest first. Open one to see what it changed, or to undo it.",
  noImports: "No files were imported yet",
  columns: {
    no: "No.",
    status: "Status",
    changes: "Records",
    mode: "Mode",
    actor: "By",
    at: "When",
  },
  statuses: { done: "Done", undone: "Undone" },
  modes: { merge: "Merge", replace: "Replace" },
  actor: (name: string, byCommand: boolean) => (byCommand ? `${name} (command)` : name),
  importFailed: "The import could not be loaded",
  importTitle: (no: number) => `Import ${count(no)}`,
  summary: (actor: string, changes: number) => `${actor} · ${records(changes)} changed`,
  undoneBy: (name: string) => `Undone by ${name}`,
  notKept: "Provision no longer keeps what this import changed, so it cannot be undone.",
  close: "Close",
  undo: "Undo",
  undoTitle: (no: number) => `Undo import ${count(no)}?`,
  undoWhat: (changes: number) =>
    `The changed records (${count(changes)}) return to their earlier state. If something later depends on one of them, Provision changes nothing and says what depends on it.`,
  notUndone: "The import was not undone",
  changes: "What it changed",
  search: "Search records",
  exportChanges: "Export the records",
  noChanges: "It changed nothing.",
  name: "Record",
  resource: "Resource",
  kind: "Kind",
  change: "Change",
  allKinds: "Any kind",
  allChanges: "Any change",
  kindNames: {
    person: "Person",
    org: "Org",
    resource: "Resource",
    entitlement: "Entitlement",
    account: "Account",
  },
  changeNames: { added: "Added", updated: "Updated", removed: "Removed" },
  changeTitle: (name: string) => `${name}: before and after`,
};

export type HistoryMessages = typeof english;
export const historyMessages = createCatalogue(english, {
  de: async () => (await import("./historyMessages.de.ts")).german,
});
