/** What happens to the account of a leaver, and what account a person without one gets. */
import { describe, expect, test } from "vitest";
import type { TargetResult } from "#events/rules/mappings/evaluate.ts";
import { DAY_MS } from "#events/rules/time.ts";
import {
  planLeaver,
  planNewAccount,
  type TargetAccount,
  type TargetPerson,
  type TargetSystem,
} from "#server/provisioning/planAccount.ts";
import { content } from "./contents.ts";
import {
  NOW,
  SYSTEM,
  MANUAL,
  withActivation,
  ACCOUNT,
  person,
  result,
  failed,
  EXISTS,
  LOGIN,
} from "./planAccountScene.ts";

describe("an account whose person left", () => {
  const leaver = (
    more: Partial<TargetAccount> = {},
    { system = SYSTEM, days = 3 }: { readonly system?: TargetSystem; readonly days?: number } = {},
  ) => planLeaver(system, new Date(NOW.getTime() - days * DAY_MS), { ...ACCOUNT, ...more });

  test("is disabled on the day of the settings, and not a millisecond earlier", () => {
    const disable = {
      kind: "disable",
      account: "bob",
      objectClass: "user",
      before: content({ active: true }),
      after: content({ active: false }),
      problem: null,
    };
    expect(leaver()).toEqual([disable]);
    expect(leaver({}, { days: 4 })).toEqual([disable]);
    expect(leaver({}, { days: 3 - 1 / DAY_MS })).toEqual([]);
  });

  test("is disabled at once if no mapping wants it any more", () => {
    expect(planLeaver(SYSTEM, null, ACCOUNT)).toMatchObject([{ kind: "disable" }]);
  });

  test("is removed with all that the plan shows of it", () => {
    const system = withActivation({ onLeave: "remove" });
    expect(leaver({ held: [1, 2, 9] }, { system })).toEqual([
      {
        kind: "remove",
        account: "bob",
        objectClass: "user",
        before: { attributes: { login: ["BOB"] }, active: true, entitlements: ["Audit", "Sign"] },
        after: null,
        problem: null,
      },
    ]);
    expect(leaver({}, { system, days: 2 })).toEqual([]);
  });

  test("stays if the settings say so", () => {
    expect(leaver({}, { system: withActivation({ onLeave: "keep" }) })).toEqual([]);
  });

  test.each([
    ["is disabled already", SYSTEM, false, []],
    ["reports no status", SYSTEM, null, []],
    ["reports no status, and people do the work", MANUAL, null, ["disable"]],
    ["is disabled already by people", MANUAL, false, []],
    ["cannot be disabled", { ...SYSTEM, canActivate: false }, true, []],
  ] as const)("that %s", (_what, system, active, expected) => {
    expect(leaver({ active }, { system }).map(({ kind }) => kind)).toEqual(expected);
  });
});

describe("a person without an account", () => {
  const create = (
    results: readonly TargetResult[],
    {
      system = SYSTEM,
      of = person([1]),
    }: { readonly system?: TargetSystem; readonly of?: TargetPerson } = {},
  ) => planNewAccount(system, of, results);
  const problemOf = (...args: Parameters<typeof create>) => create(...args)[0]?.problem;

  test("gets one with the values of its class and the granted entitlements", () => {
    const results = [
      LOGIN,
      result("user/mail", []),
      result("user/phone", ["1", "2"]),
      result("robot/mail", ["other"]),
      result("administrativeStatus", ["true"]),
    ];
    expect(create(results, { of: person([2, 1, 9]) })).toEqual([
      {
        kind: "create",
        account: "bob",
        objectClass: "user",
        before: null,
        after: {
          attributes: { login: ["bob"], phone: ["1", "2"] },
          active: null,
          entitlements: ["Audit", "Sign"],
        },
        problem: null,
      },
    ]);
  });

  test("gets one if a mapping says so, or else if anything is granted", () => {
    const kinds = (granted: readonly number[], ...more: readonly TargetResult[]) =>
      create([LOGIN, ...more], { of: person(granted) }).map(({ kind }) => kind);
    expect(kinds([])).toEqual([]);
    expect(kinds([1])).toEqual(["create"]);
    expect(kinds([], EXISTS)).toEqual(["create"]);
    expect(kinds([1], result("existence", ["false"]))).toEqual([]);
    expect(kinds([1], result("existence", []))).toEqual([]);
  });

  test("gets none, and the plan says why, if the mapping that decides fails", () => {
    expect(create([LOGIN, failed("existence")], { of: person() })).toMatchObject([
      { kind: "create", problem: { code: "codeFailed", detail: "existence" } },
    ]);
    // Another mapping that fails is no reason for an account.
    expect(create([failed("user/login")], { of: person() })).toEqual([]);
  });

  test.each([
    ["false", SYSTEM, false],
    ["true", SYSTEM, null],
    ["false", { ...SYSTEM, canActivate: false }, null],
  ])("gets one with the status %s as far as the system has one", (status, system, active) => {
    const [change] = create([LOGIN, result("administrativeStatus", [status])], { system });
    expect(change?.after?.active).toBe(active);
  });

  test("gets one of the first class that a mapping names", () => {
    const of = (...results: readonly TargetResult[]) => create(results)[0];
    expect(of(result("robot/mail", ["m"]))).toMatchObject({ objectClass: "robot", account: "m" });
    expect(of(result("robot/mail", ["m"]), LOGIN)).toMatchObject({ objectClass: "user" });
    expect(of(EXISTS)).toMatchObject({ objectClass: "user" });
  });

  test("gets none in a system whose classes are not known, except one that people do", () => {
    const unknown = { ...MANUAL, isManual: false };
    const [blocked] = create([result("/mail", ["m"])], { system: unknown });
    expect(blocked).toMatchObject({
      objectClass: "",
      after: { attributes: { mail: ["m"] } },
      problem: { code: "classMissing", detail: "" },
    });
    const [planned] = create([result("/mail", ["m"])], { system: MANUAL });
    expect(planned).toMatchObject({
      account: "bob",
      objectClass: "account",
      after: { attributes: { mail: ["m"] } },
      problem: null,
    });
    // People can work with classes, too.
    const known = { ...SYSTEM, isManual: true };
    expect(create([LOGIN], { system: known })).toMatchObject([{ objectClass: "user" }]);
  });

  test.each([
    [["Name", "username"], "of Name"],
    [["uid", "LOGIN"], "of LOGIN"],
    [["mail"], "bob"],
    [[], "bob"],
  ])("without a schema, the name is the first of the attributes %j", (names, account) => {
    const results = names.map((name) => result(name, [`of ${name}`]));
    expect(create(results, { system: MANUAL })).toMatchObject([{ account, problem: null }]);
  });

  test("without a username, the name is the id of the person", () => {
    const of = { ...person([1]), username: null };
    expect(create([], { system: MANUAL, of })).toMatchObject([{ account: "P1", problem: null }]);
    expect(create([], { of })).toMatchObject([{ account: "P1", problem: { code: "nameMissing" } }]);
  });

  test("gets none without a name, or with that of an account that is left out", () => {
    expect(problemOf([result("user/mail", ["m"])])).toEqual({ code: "nameMissing", detail: "" });
    expect(create([result("user/mail", ["m"])])).toMatchObject([{ account: "bob" }]);
    const excluded = { code: "accountExcluded", detail: "admin-1" };
    expect(problemOf([result("user/login", ["admin-1"])])).toEqual(excluded);
    expect(problemOf([LOGIN, result("user/mail", ["shared@a.example"])])).toEqual({
      code: "accountExcluded",
      detail: "bob",
    });
  });

  test("the failure of a mapping counts before all else, and quotes no secret", () => {
    const taken = result("user/login", ["admin-1"]);
    const problem = (target: string, detail: string) =>
      problemOf([taken, failed(target, detail)])?.detail;
    expect(problem("user/mail", "value 7")).toBe("mail: value 7");
    expect(problem("user/mail", "")).toBe("mail");
    expect(problem("user/pin", "value 7")).toBe("pin");
    expect(problem("user/password", "value 7")).toBe("password");
  });
});
