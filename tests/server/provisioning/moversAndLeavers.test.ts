/** What happens to the account of a person who loses every grant, or leaves. */
import { expect, test } from "vitest";
import type { ActivationSettings } from "#events/entities/systemConfiguration.ts";
import {
  planExistingAccount,
  planLeaver,
  type TargetAccount,
  type TargetSystem,
} from "#server/provisioning/planAccount.ts";

const NOW = new Date("2026-11-26T12:00:00Z");

const systemWith = (onLeave: ActivationSettings["onLeave"]): TargetSystem => ({
  classes: [],
  sameValues: () => () => true,
  isManual: false,
  secrets: new Set(),
  canActivate: true,
  activation: { onLeave, afterDays: 0, enableOnReturn: true },
  entitlements: new Map([[1, "Sign"]]),
  exclusionOf: () => null,
  now: NOW,
});
const FIELDS = {
  name: "bob",
  objectClass: "account",
  objectId: "1",
  attributes: {},
  stored: {},
  forms: {},
  active: true,
  held: [1],
  isDisabledHere: false,
  appliedSource: null,
};
const ACCOUNT: TargetAccount = FIELDS;
const MOVER = {
  oid: "1",
  username: "bob",
  externalId: "P1",
  leftAt: null,
  granted: new Set<number>(),
};
const existence = (isWanted: boolean) => ({
  target: "existence",
  mappingIds: [],
  before: ["true"],
  after: [String(isWanted)],
  problem: null,
});
const kinds = (changes: readonly { readonly kind: string }[]) => changes.map(({ kind }) => kind);

test("a mover who loses every grant keeps an enabled account without entitlements", () => {
  const of = (...results: Parameters<typeof planExistingAccount>[3]) =>
    kinds(planExistingAccount(systemWith("disable"), MOVER, ACCOUNT, results, []));
  expect(of()).toEqual(["revoke"]);
  expect(of(existence(true))).toEqual(["revoke"]);
  expect(of(existence(false))).toEqual(["disable"]);
});

test.each([
  ["keep", []],
  ["disable", ["disable"]],
  ["remove", ["remove"]],
] as const)("a leaver's account, by the setting %s", (onLeave, expected) => {
  expect(kinds(planLeaver(systemWith(onLeave), NOW, ACCOUNT))).toEqual(expected);
});
