import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { count } = formatsOf("en");

const english = {
  simulation: "Simulation",
  simulationWhat: "Compares all accounts with all people. Nothing is linked until you apply it.",
  start: "Simulate",
  again: "Simulate again",
  cancel: "Cancel simulation",
  apply: "Apply links",
  undo: "Undo links",
  none: "There is no simulation yet. Add rules, then simulate them.",
  running: "Comparing accounts",
  statuses: {
    waiting: "Waiting since",
    running: "Running since",
    done: "Done, started",
    failed: "Failed, started",
    cancelled: "Cancelled, started",
    applied: "Applied, started",
    undone: "Undone, started",
  },
  outdated: "The rules have changed since. Simulate again before you apply links.",
  outcomes: {
    matched: "Matched",
    probable: "Probable",
    several: "Several candidates",
    none: "No match",
    decided: "Decided by people",
  },
  changes: (linked: number, moved: number, orphaned: number) =>
    `Applying it links ${count(linked)} accounts, moves ${count(moved)} to another owner, and leaves ${count(orphaned)} without an owner.`,
  quality: (precision: string, recall: string) =>
    `Estimated: ${precision} of the links are right, and ${recall} of the accounts with an owner are linked.`,
  pairs: (pairs: number) => `${count(pairs)} pairs were compared.`,
  learned: "Weights and blocking keys",
  deletedRule: "Deleted rule",
  weights: "Weight in bits",
  blocking: "Blocking key",
  pairsColumn: "Pairs",
  skipped: "Accounts skipped",
  keys: {
    value: (fields: string) => `Same ${fields}`,
    letters: (fields: string) => `Same letters of ${fields}`,
    prefix: (fields: string) => `Same beginning of ${fields}`,
  },
  applyTitle: "Apply the links?",
  applyWhat: (changes: number) =>
    `${count(changes)} accounts get another owner or lose theirs. Imports use these rules from now on. You can undo this.`,
  notApplied: "The links were not applied",
  undoTitle: "Undo the links?",
  undoWhat: "Accounts get the owners that they had before, except where they have changed since.",
  notUndone: "The links were not undone",

  results: "Results",
  resultsWhat: "Accounts that would change or that you can decide about. Open one to compare it.",
  searchResults: "Search accounts",
  exportCsv: "Export CSV",
  noResults: "No accounts to show",
  kind: "Result",
  allKinds: "All results",
  kinds: {
    linked: "Linked",
    moved: "Moved",
    orphaned: "Loses its owner",
    probable: "Probable",
    several: "Several",
    none: "No match",
  },
  kindHints: {
    linked: "Applying the simulation links this account.",
    moved: "Applying the simulation gives this account another owner.",
    orphaned: "Applying the simulation leaves this account without an owner.",
    probable: "One person is probable. Decide whether the account is theirs.",
    several: "Several people are possible. Decide who owns the account.",
    none: "Nobody matches this account.",
  },
  account: "Account",
  owner: "Owner now",
  candidate: "Best candidate",
  probability: "Probability",
  comparison: "Comparison by rule",
  rule: "Rule",
  agreements: { missing: "missing", different: "different", similar: "similar", same: "same" },
  bits: (bits: string) => `${bits} bits`,
  link: (name: string) => `Link to ${name}`,
  different: (name: string) => `Not ${name}`,
  leave: "Leave without owner",
  skip: "Skip",
  keyNames: { different: "X", leave: "N", skip: "S" },
  close: "Close",
  allDone: "There are no more accounts in this list.",

  decisions: "Decisions",
  decisionsWhat: "Simulations do not ask about these accounts again.",
  noDecisions: "No decisions yet",
  decision: "Decision",
  decided: { link: "Linked", none: "No owner", different: "Not this person" },
  person: "Person",
  by: "Decided by",
  at: "Decided",
  undoDecision: "Undo",
  undoOne: (name: string) => `Undo the decision about ${name}`,
};

export type SimulationMessages = typeof english;

export const simulationMessages = createCatalogue<SimulationMessages>(english, {
  de: async () => (await import("./simulationMessages.de.ts")).german,
});
