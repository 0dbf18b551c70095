import type { AttentionKind } from "#events/entities/attention.ts";
import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { count, counted } = formatsOf("en");

/** What there is to do, by its number. */
const work: Readonly<Record<AttentionKind, (number: number) => string>> = {
  plan: (no) => `Plan ${count(no)} waits for your decision`,
  preview: (no) => `Preview ${count(no)} waits for approval`,
  failedChanges: (changes) =>
    counted(changes, { one: "approved change failed", other: "approved changes failed" }),
  failedRun: (no) => `Import ${count(no)} failed`,
  unpublished: () => "Changes are not published",
  matches: (accounts) =>
    counted(accounts, { one: "account needs an owner", other: "accounts need an owner" }),
  tasks: (tasks) => counted(tasks, { one: "open task", other: "open tasks" }),
  overdueCases: (cases) => counted(cases, { one: "case is overdue", other: "cases are overdue" }),
};

const english = {
  title: "Needs attention",
  context: (items: number) => counted(items, { one: "item", other: "items" }),
  work,
  cases: "Cases",
  nothing: "Nothing needs attention",
  nothingWhy:
    "No plan or preview waits, nothing failed, all changes are published, and no account, task or case waits for a person.",
  failed: "The work that waits could not be loaded",
  more: (items: number) => `and ${count(items)} more`,
};

export type AttentionMessages = typeof english;
export const attentionMessages = createCatalogue(english, {
  de: async () => (await import("./attentionMessages.de.ts")).german,
});
