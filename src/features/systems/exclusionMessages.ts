/** Texts of accounts that are left out. */
import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { count, counted, list } = formatsOf("en");
const accounts = (number: number) => counted(number, { one: "account", other: "accounts" });

const english = {
  title: "Excluded accounts",
  what: "Imports, matching and provisioning leave these accounts out, such as those of services and tests. Rules take effect with the next import after you publish them.",
  loadFailed: "The excluded accounts could not be loaded",
  add: "Exclude accounts",
  none: "No rule excludes accounts.",
  byName: (pattern: string) => `Name: ${pattern}`,
  byAttribute: (attribute: string, pattern: string) => `${attribute}: ${pattern}`,
  include: "Include again",
  includeOne: (rule: string) => `Include again: ${rule}`,

  addTitle: "Exclude accounts by a rule",
  addWhat:
    "Excluded accounts leave the directory. They are not deleted in the system, and Provision does not write them.",
  attribute: "Compare",
  name: "The name of the account",
  pattern: "Pattern",
  patternHint: "* stands for any text, such as svc-*. Case does not matter.",
  addRule: "Add rule",
  notAdded: "The rule was not added",
  effect: "What the last import found",
  typePattern: "Enter a pattern to see which accounts it matches.",
  counting: "Counting…",
  matches: (matched: number, all: number) =>
    `The rule matches ${count(matched)} of ${accounts(all)}.`,
  owned: (number: number) =>
    number === 0 ? "" : `${accounts(number)} with an owner would leave the directory.`,
  sample: (names: readonly string[], all: number) =>
    names.length < all
      ? `${names.join(", ")} and ${count(all - names.length)} more`
      : list([...names]),
  previewFailed: "The accounts could not be counted",

  includeTitle: (rule: string) => `Include accounts of the rule ${rule} again?`,
  includeWhat:
    "The next import after you publish this change brings the accounts back, unless another rule excludes them.",
  notIncluded: "The rule was not removed",

  accounts: "Accounts that the last import left out",
  account: "Account",
  objectClass: "Object class",
  rule: "Rule",
  returns: "None: the next import includes it",
  noAccounts: "The last import left out no account.",
};

export type ExclusionMessages = typeof english;
export const exclusionMessages = createCatalogue(english, {
  de: async () => (await import("./exclusionMessages.de.ts")).german,
});
