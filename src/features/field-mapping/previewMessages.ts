import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { count } = formatsOf("en");

const english = {
  live: "Preview",
  liveWhat: {
    inbound: "What the mapping gives for a real account",
    outbound: "What the mapping gives for a real identity",
  },
  searchObject: { inbound: "Search accounts", outbound: "Search identities" },
  incomplete: "Complete the mapping to see what it gives.",
  liveFailed: "The mapping could not be previewed",
  noObjects: "No objects",
  otherObjects: "Other objects",
  becomes: "becomes",
  same: "unchanged",
  noValue: "no value",
  notApplied: "The mapping does not apply to this object",
  sample: (part: string, total: string) => `First ${part} of ${total}:`,
  counts: (changed: number, empty: number, failing: number, notUnique: number) =>
    `${count(changed)} changed · ${count(empty)} empty · ${count(failing)} failing · ${count(notUnique)} not unique`,
  problems: {
    codeFailed: "The code failed",
    codeTooSlow: "The code took too long",
    codeTooLarge: "The code is too large",
    wrongType: "The value has the wrong type",
    valueTooLong: "The value is too long",
    severalValues: "There are several values, but the target can have only one",
    conflictingValues: "Mappings give different values",
    noUnit: "No unit is defined for the value",
    noFreeToken: "No free number is left",
    attributeMissing: "The attribute is missing",
  },
  withDetail: (problem: string, detail: string) => `${problem}: ${detail}`,

  preview: "Preview of all objects",
  previewWhat: {
    inbound: "What the saved mappings would change in all identities. Nothing is stored in them.",
    outbound:
      "What the saved mappings would change in all accounts. Nothing is sent to the system.",
  },
  editedWhat: {
    inbound:
      "What the mapping, as it is edited, would change in all identities. Nothing is stored in them.",
    outbound:
      "What the mapping, as it is edited, would change in all accounts. Nothing is sent to the system.",
  },
  withEdited: (name: string) => `This preview includes an unsaved mapping of ${name}`,
  editedSince: "The mapping has changed since this preview",
  allEvaluated: (part: number, total: number) => `${count(part)} of ${count(total)} objects`,
  start: "Preview all objects",
  again: "Preview again",
  cancel: "Cancel preview",
  none: "No preview yet.",
  running: "Evaluating objects",
  otherRuns: "Another preview is running.",
  ended: {
    failed: "The preview failed. Start it again.",
    cancelled: "The preview was cancelled. Its counts are incomplete.",
  },
  stale: "The mappings or the objects have changed since this preview",
  evaluated: (part: number, total: number) => `${count(part)} of ${count(total)} objects,`,
  previewFailed: "The preview could not be loaded",
  byTarget: "Counts by target",
  target: "Target",
  findings: {
    changed: "Changed",
    empty: "Empty",
    failing: "Failing",
    notUnique: "Not unique",
    longest: "Longest",
  },
  reason: (problem: string, number: string) => `${problem} (${number})`,
  showObjects: (name: string, finding: string, number: string) =>
    `${name}, ${finding}: ${number}. Show objects`,
  objectsOf: (name: string, finding: string) => `${name}: ${finding}`,
  atMost: "At most the first 1,000 objects are listed.",
  objects: "Objects",
  object: "Object",
  before: "Before",
  after: "After",

  suggestions: "Suggestions",
  suggestionsWhat: "Mappings that the existing values suggest",
  suggestionsFailed: "The suggestions could not be loaded",
  nothingToCompare: "There are no accounts with known owners to compare yet.",
  noSuggestions: "The values suggest no further mapping.",
  fits: (share: string, number: string) => `Fits ${share} of ${number} values`,
  use: "Use",
  useFor: (name: string) => `Use the suggestion for ${name}`,
};

export type PreviewMessages = typeof english;
export const previewMessages = createCatalogue(english, {
  de: async () => (await import("./previewMessages.de.ts")).german,
});
