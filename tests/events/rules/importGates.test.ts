import { expect, test } from "vitest";
import { closedImportGates } from "#events/rules/importGates.ts";

const none = { added: 0, updated: 0, unchanged: 0, removed: 0, rejected: 0 };
const gatesOf = (accounts: Partial<typeof none>) =>
  closedImportGates({
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

test("all gates are open before there are counts", () => {
  expect(closedImportGates(null)).toEqual([]);
});
