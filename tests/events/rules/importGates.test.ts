import { expect, test } from "vitest";
import { closedImportGates } from "#events/rules/importGates.ts";

const none = { added: 0, updated: 0, unchanged: 0, removed: 0, rejected: 0 };
const gatesOf = (accounts: Partial<typeof none>) =>
  closedImportGates({
    identities: none,
    accounts: { ...none, ...accounts },
    entitlements: none,
    assignments: { ...none, unchanged: 9, removed: 1 },
  });

test("an import may remove up to 20 percent of the accounts without a decision", () => {
  expect(gatesOf({ added: 1000, updated: 30, unchanged: 50, removed: 20 })).toEqual([]);
  expect(gatesOf({ updated: 30, unchanged: 49, removed: 21 })).toEqual([
    { kind: "accounts", removed: 21, of: 100 },
  ]);
});

test("new accounts do not hide how many of the others are removed", () => {
  expect(gatesOf({ added: 1000, removed: 1 })).toEqual([{ kind: "accounts", removed: 1, of: 1 }]);
});

const peopleGatesOf = (rewritten: number, existing: number) =>
  closedImportGates({
    identities: { ...none, updated: rewritten, rewritten, existing },
    accounts: none,
    entitlements: none,
    assignments: none,
  });

test("an import may rewrite up to 10 percent of the people without a decision", () => {
  expect(peopleGatesOf(100, 1000)).toEqual([]);
  expect(peopleGatesOf(101, 1000)).toEqual([{ kind: "people", rewritten: 101, of: 1000 }]);
});

test("an import may rewrite up to four people of a small directory without a decision", () => {
  expect(peopleGatesOf(4, 4)).toEqual([]);
  expect(peopleGatesOf(5, 5)).toEqual([{ kind: "people", rewritten: 5, of: 5 }]);
});

test("counts of an earlier version tell nothing about people", () => {
  const counts = { identities: none, accounts: none, entitlements: none, assignments: none };
  expect(closedImportGates(counts)).toEqual([]);
});

test("all gates are open before there are counts", () => {
  expect(closedImportGates(null)).toEqual([]);
});

test("the share of changed people is of none if the counts lack the directory before the import", () => {
  const identities = { ...none, updated: 5, rewritten: 5 };
  const counts = { identities, accounts: none, entitlements: none, assignments: none };
  expect(closedImportGates(counts)).toEqual([{ kind: "people", rewritten: 5, of: 0 }]);
});

test("each kind has a gate of its own, people first", () => {
  const many = { ...none, unchanged: 1, removed: 2 };
  expect(
    closedImportGates({
      identities: { ...none, rewritten: 9, existing: 10 },
      accounts: many,
      entitlements: many,
      assignments: many,
    }),
  ).toEqual([
    { kind: "people", rewritten: 9, of: 10 },
    { kind: "accounts", removed: 2, of: 3 },
    { kind: "entitlements", removed: 2, of: 3 },
    { kind: "assignments", removed: 2, of: 3 },
  ]);
});
