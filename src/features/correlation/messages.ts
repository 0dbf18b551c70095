import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { count } = formatsOf("en");
const plural = (value: number, one: string, other: string) =>
  `${count(value)} ${value === 1 ? one : other}`;

const english = {
  title: "Match User Accounts",
  addTitle: "Add Correlation Rule",
  editTitle: "Edit Correlation Rule",
  parts: "Parts of the matching",
  partNames: {
    all: "Overview",
    rules: "Rules",
    simulation: "Simulation",
    decisions: "Decisions",
  },
  context: (resource: string, accounts: number, owned: number) =>
    `${resource} · ${plural(accounts, "account", "accounts")}, ${count(owned)} with an owner`,
  readOnly: "You can view this correlation but not change it",
  failed: "The correlation could not be loaded",
  missing: "Resource not found",
  missingWhy: "It is not connected to a system, or you have no access to it.",
  backToSystems: "Back to systems",

  rules: "Rules",
  rulesWhat:
    "Each rule compares a field of people with attributes of accounts. Rules of a later tier are for accounts that earlier tiers did not match.",
  add: "Add rule",
  noRules: "No rules yet",
  noRulesWhy: "Until rules are applied, imports find owners by the import settings.",
  tier: (tier: number) => `Tier ${count(tier)}`,
  edit: "Edit",
  editOne: (name: string) => `Edit the rule for ${name}`,
  delete: "Delete",
  deleteOne: (name: string) => `Delete the rule for ${name}`,
  ruleOf: (field: string, attributes: string) => `${field} = ${attributes}`,
  deletionTitle: (name: string) => `Delete the rule for ${name}?`,
  deletionWhat: "Imports use the applied rules until a new simulation is applied.",
  notDeleted: "The rule was not deleted",
  methodWith: (method: string, percent: string) => `${method}, from ${percent}`,
  withNicknames: "nicknames are similar",
  fixedWeight: (bits: number) => `weight ${count(bits)} bits`,

  rule: "Rule",
  notSaved: "The rule was not saved",
  ruleFailed: "The rule could not be loaded",
  ruleMissing: "Rule not found",
  ruleMissingWhy: "It was deleted, or it never existed.",
  back: "Back to the rules",
  sections: {
    compare: "What is compared",
    compareWhat: "The attributes are joined in their order and compared with the field.",
    how: "How it is compared",
    howWhat: "The weight of a rule is how strongly an agreement speaks for a match.",
  },
  field: "Field of people",
  fields: {
    externalId: "Person id",
    username: "Username",
    email: "Email",
    givenName: "First name",
    familyName: "Last name",
    fullName: "First and last name",
    jobTitle: "Job title",
    department: "Department",
    location: "Location",
  },
  attributes: "Attributes of accounts",
  attributeType: (no: number) => `Type of part ${count(no)}`,
  attributeValue: (no: number) => `Value of part ${count(no)}`,
  types: { field: "Attribute", static: "Text" },
  chooseAttribute: "Choose an attribute",
  addAttribute: "Add part",
  moveUp: (no: number) => `Move part ${count(no)} up`,
  removeAttribute: (no: number) => `Remove part ${count(no)}`,
  method: "Method",
  methods: {
    exact: "Exact",
    normalised: "Normalised",
    levenshtein: "Levenshtein",
    trigram: "Trigram",
  },
  methodHints: {
    exact: "The texts are equal.",
    normalised: "The texts are equal without case, accents and punctuation.",
    levenshtein: "A few letters may differ or be transposed.",
    trigram: "The texts share most groups of three letters, in any order of their words.",
  },
  threshold: "Similar from",
  nicknames: "Nicknames are similar, such as Bob and Robert",
  tierField: "Tier",
  weighting: "Weight",
  weightings: { learned: "Learned from the data", fixed: "Fixed" },
  weight: "Fixed weight",
  bits: "bits",
};

export type CorrelationMessages = typeof english;

export const correlationMessages = createCatalogue<CorrelationMessages>(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
