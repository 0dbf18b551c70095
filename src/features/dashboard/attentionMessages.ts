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
  /** The accessible name of a link; its visible text is the name. */
  link: (name: string, what: string) => `${name}: ${what}`,
  nothing: "Nothing needs your attention",
  nothingWhy: "Nothing that you can open needs a decision.",
  failed: "What needs attention could not be loaded",
  more: (items: number) => `and ${count(items)} more`,
};

export type AttentionMessages = typeof english;
export const attentionMessages = createCatalogue(english, {
  de: async () => (await import("./attentionMessages.de.ts")).german,
});
