/** What an account that exists needs: each decision with all that it changes. */
import { describe, expect, test } from "vitest";
import type { TargetResult } from "#events/rules/mappings/evaluate.ts";
import {
  changedSince,
  planExistingAccount,
  type PlannedChange,
  type TargetAccount,
  type TargetPerson,
  type TargetSystem,
} from "#server/provisioning/planAccount.ts";
import { content } from "./contents.ts";
import {
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

describe("an account that exists", () => {
  const plan = (
    results: readonly TargetResult[],
    {
      system = SYSTEM,
      of = person(),
      missing = [],
      ...account
    }: Partial<TargetAccount> & {
      readonly system?: TargetSystem;
      readonly of?: TargetPerson;
      readonly missing?: readonly number[];
    } = {},
  ) => planExistingAccount(system, of, { ...ACCOUNT, ...account }, results, missing);
  const kindsOf = (changes: readonly PlannedChange[]) => changes.map(({ kind }) => kind);

  test("needs nothing if it is as wanted", () => {
    expect(plan([LOGIN, EXISTS], { of: person([1]), held: [1] })).toEqual([]);
  });

  test("ends like that of a leaver if a mapping says that it should not exist", () => {
    const ends = result("existence", ["false"]);
    expect(kindsOf(plan([ends], { held: [1] }))).toEqual(["disable"]);
    expect(kindsOf(plan([{ ...failed("existence"), after: ["false"] }], { held: [1] }))).toEqual([
      "revoke",
    ]);
  });

  test("gains what is missing, and loses what is not granted and managed", () => {
    const base = { account: "bob", objectClass: "user", problem: null };
    expect(plan([], { of: person([1, 3]), missing: [3, 1], held: [1, 2, 9] })).toEqual([
      {
        ...base,
        kind: "grant",
        before: content(),
        after: content({ entitlements: ["Brief", "Sign"] }),
      },
      { ...base, kind: "revoke", before: content({ entitlements: ["Audit"] }), after: content() },
    ]);
    expect(kindsOf(plan([], { of: person([3]), missing: [3] }))).toEqual(["grant"]);
    expect(plan([], { held: [9] })).toEqual([]);
  });

  test("gets a status, values and entitlements in this order", () => {
    const results = [result("user/login", ["rob"]), result("administrativeStatus", ["false"])];
    const changes = plan(results, { of: person([1]), missing: [1], held: [2] });
    expect(kindsOf(changes)).toEqual(["disable", "change", "grant", "revoke"]);
  });

  describe("its status", () => {
    const status = (value: string | undefined) =>
      result("administrativeStatus", value === undefined ? [] : [value]);

    test.each([
      [true, "true", []],
      [true, "false", ["disable"]],
      [false, "true", ["enable"]],
      [false, "false", []],
      [true, undefined, []],
      [false, undefined, []],
      [null, "false", []],
      [null, "true", []],
    ])("%j becomes what the mapping gives: %j", (active, wanted, expected) => {
      expect(kindsOf(plan([status(wanted)], { active }))).toEqual(expected);
    });

    test("is enabled, and then disabled, with its state before and after", () => {
      expect(plan([status("true")], { active: false })).toEqual([
        {
          kind: "enable",
          account: "bob",
          objectClass: "user",
          before: content({ active: false }),
          after: content({ active: true }),
          problem: null,
        },
      ]);
    });

    test("counts as enabled where people do the work and did not say so", () => {
      expect(kindsOf(plan([status("false")], { system: MANUAL, active: null }))).toEqual([
        "disable",
      ]);
      expect(plan([status("true")], { system: MANUAL, active: null })).toEqual([]);
      expect(kindsOf(plan([status("true")], { system: MANUAL, active: false }))).toEqual([
        "enable",
      ]);
    });

    test("stays in a system that cannot set it", () => {
      const system = { ...SYSTEM, canActivate: false };
      expect(plan([status("false")], { system })).toEqual([]);
      expect(plan([failed("administrativeStatus")], { system })).toEqual([]);
    });

    test("is blocked if its mapping fails", () => {
      expect(plan([failed("administrativeStatus", "no value")])).toMatchObject([
        {
          kind: "disable",
          after: { active: false },
          problem: { code: "codeFailed", detail: "administrativeStatus: no value" },
        },
      ]);
    });

    test.each([
      [false, true, true, ["enable"]],
      [true, true, true, []],
      [false, false, true, []],
      [false, true, false, []],
    ])(
      "without a mapping, %j of an account that Provision disabled (%j) is enabled if the settings say so (%j)",
      (active, isDisabledHere, enableOnReturn, expected) => {
        const system = withActivation({ enableOnReturn });
        expect(kindsOf(plan([], { system, active, isDisabledHere }))).toEqual(expected);
      },
    );
  });

  describe("its values", () => {
    test("change with those that the system has now", () => {
      const results = [
        result("user/login", ["rob"], ["bob"]),
        result("user/mail", ["m"], []),
        result("robot/mail", ["other"], []),
      ];
      expect(plan(results)).toEqual([
        {
          kind: "change",
          account: "bob",
          objectClass: "user",
          before: content({ attributes: { login: ["BOB"], mail: [] } }),
          after: content({ attributes: { login: ["rob"], mail: ["m"] } }),
          problem: null,
        },
      ]);
    });

    test.each([
      ["nobody has read the account", "user/login", { objectId: null }, ["rob"], ["bob"]],
      ["they are as Provision wrote them", "user/login", {}, ["bob"], ["bob"]],
      ["the system has them", "user/login", {}, ["BOB"], ["bob"]],
      ["the system takes them for the same", "user/mail", {}, ["1 2"], ["12"]],
      ["they are secret", "user/password", {}, ["rob"], ["bob"]],
      ["they come from a secret field", "user/pin", {}, ["rob"], ["bob"]],
    ] as const)("stay if %s", (_why, target, more, wanted, old) => {
      expect(plan([result(target, wanted, [...old])], more)).toEqual([]);
    });

    test("of a mapping that fails block the change, and stay as they are", () => {
      const results = [result("user/login", ["rob"], ["bob"]), failed("user/mail", "no value")];
      const problem = { code: "codeFailed", detail: "mail: no value" };
      const [change] = plan(results);
      expect(change).toMatchObject({ after: { attributes: { login: ["rob"] } }, problem });
      expect(Object.keys(change?.after?.attributes ?? {})).toEqual(["login"]);
      expect(plan([failed("user/mail", "no value")])).toMatchObject([
        { kind: "change", before: content(), after: content(), problem },
      ]);
      expect(plan([failed("robot/mail")])).toEqual([]);
    });
  });
});

describe("the values that the system replaced", () => {
  const replaced = { written: ["bob"], stored: ["BOB"], replaced: true as const };
  const changed = (forms: TargetAccount["forms"], ...results: readonly TargetResult[]) =>
    changedSince(SYSTEM, { ...ACCOUNT, stored: { login: ["BOB"] }, forms }, results);

  test("are remembered while they are wanted and stored as they were", () => {
    expect(changed({ login: replaced }, LOGIN)).toEqual([]);
    expect(changed({ login: replaced }, failed("user/login"))).toEqual([]);
  });

  test.each([
    ["the wanted value changed", { login: replaced }, [result("user/login", ["rob"])]],
    ["no mapping wants it", { login: replaced }, [result("robot/login", ["bob"])]],
    ["the system has another", { login: { ...replaced, stored: ["B"] } }, [LOGIN]],
    ["the mapping of another attribute fails", { login: replaced }, [failed("user/mail")]],
  ])("are forgotten if %s", (_why, forms, results) => {
    expect(changed(forms, ...results)).toEqual(["login"]);
  });

  test("of which the system has none are as if it stored nothing", () => {
    const none = { ...replaced, stored: [] };
    expect(changed({ mail: none }, result("user/mail", ["bob"]))).toEqual([]);
  });

  test("do not include those that it took for the same, or stored as written", () => {
    const form = { written: ["bob"], stored: ["B"] };
    expect(changed({ login: form, mail: null })).toEqual([]);
  });
});
