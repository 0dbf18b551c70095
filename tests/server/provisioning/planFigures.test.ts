/** How much of a system a plan changes. */
import { expect, test } from "vitest";
import type { PlannedChange } from "#server/provisioning/planAccount.ts";
import { addFigures, NO_FIGURES } from "#server/provisioning/planFigures.ts";

const change = (
  kind: PlannedChange["kind"],
  entitlements: string[] | null = [],
  problem: PlannedChange["problem"] = null,
) => ({
  kind,
  problem,
  before: entitlements && { attributes: {}, active: null, entitlements },
});

test("nothing is counted of nobody", () => {
  expect(addFigures(NO_FIGURES, [], [])).toEqual({
    accounts: 0,
    held: 0,
    ended: 0,
    revoked: 0,
    blocked: 0,
  });
});

test("accounts and what they hold are counted, of all people together", () => {
  const people = [
    { accounts: [{ held: [1, 2] }, { held: [3] }] },
    { accounts: [] },
    { accounts: [{ held: [] }] },
  ];
  const first = addFigures(NO_FIGURES, people, []);
  expect(first).toEqual({ accounts: 3, held: 3, ended: 0, revoked: 0, blocked: 0 });
  expect(addFigures(first, people, [])).toMatchObject({ accounts: 6, held: 6 });
  expect(first).toMatchObject({ accounts: 3 });
});

test.each([
  ["create", { blocked: 0, ended: 0, revoked: 0 }],
  ["change", { blocked: 0, ended: 0, revoked: 0 }],
  ["grant", { blocked: 0, ended: 0, revoked: 0 }],
  ["enable", { blocked: 0, ended: 0, revoked: 0 }],
  ["disable", { blocked: 0, ended: 2, revoked: 0 }],
  ["remove", { blocked: 0, ended: 2, revoked: 0 }],
  ["revoke", { blocked: 0, ended: 0, revoked: 3 }],
] as const)("two changes of the kind %s count as %j", (kind, expected) => {
  const changes = [change(kind, ["read"]), change(kind, ["write", "admin"])];
  expect(addFigures(NO_FIGURES, [], changes)).toEqual({ accounts: 0, held: 0, ...expected });
});

test("changes with a problem are blocked, and count as what they would be", () => {
  const problem = { code: "codeFailed", detail: "" } as const;
  const changes = [
    change("remove", [], problem),
    change("create", null, problem),
    change("revoke", null),
  ];
  expect(addFigures(NO_FIGURES, [], changes)).toMatchObject({ blocked: 2, ended: 1, revoked: 0 });
});
