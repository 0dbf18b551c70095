/** Plans of people with their accounts, from the settings of a system. */
import { beforeEach, expect, test } from "vitest";
import type { Mapping, MappingProblem } from "#events/entities/mapping.ts";
import { openPlanner, type PersonPlan, type SystemFacts } from "#server/provisioning/planPeople.ts";
import type { PersonEntry } from "#server/provisioning/people.ts";
import type { TargetAccount } from "#server/provisioning/planAccount.ts";
import { oneDatabase } from "../support/databases.ts";
import { NOW } from "../systems/runs/storedRuns.ts";
import { openScene, outbound, USER } from "./planScene.ts";

const ROW = {
  given_name: null,
  family_name: null,
  email: null,
  job_title: null,
  department: null,
  location: null,
  manager: null,
  attributes: {},
};

function account(name: string, more: Partial<TargetAccount> = {}): TargetAccount {
  const stored = { login: [name] };
  return {
    name,
    objectClass: "user",
    objectId: `id of ${name}`,
    attributes: stored,
    stored,
    forms: {},
    active: true,
    held: [],
    isDisabledHere: false,
    appliedSource: null,
    ...more,
  };
}

function person(
  name: string,
  more: Partial<Omit<PersonEntry, "granted">> & { readonly granted?: readonly number[] } = {},
): PersonEntry {
  return {
    row: { oid: `oid of ${name}`, external_id: name, username: name, ...ROW },
    leftAt: null,
    accounts: [],
    ...more,
    granted: new Set(more.granted),
  };
}

oneDatabase((database) => {
  let scene: Awaited<ReturnType<typeof openScene>>;
  beforeEach(async () => {
    scene = await openScene(database.current.db);
  });

  const LOGIN = outbound("user/login", { field: "username" });
  const MAIL = outbound("user/mail", { field: "email" });
  const EVERYONE = outbound("existence", { text: "true" });

  const open = (
    mappings: readonly Mapping[],
    more: Partial<SystemFacts> = {},
    off?: ReadonlyMap<string, MappingProblem>,
  ) => openPlanner(database.current.db, scene.facts(mappings, more), off);
  const planAll = async (
    mappings: readonly Mapping[],
    page: readonly PersonEntry[],
    more: Partial<SystemFacts> = {},
  ): Promise<PersonPlan[]> => {
    const planner = await open(mappings, more);
    const plans = await planner.plan(page);
    await planner.close();
    return plans;
  };
  const shown = (plans: readonly PersonPlan[]) =>
    plans.map(({ changes }) => changes.map(({ kind, account: name }) => `${kind} ${name}`));

  test("each person gets what the account lacks, in the order of the page", async () => {
    const page = [
      person("ann", { granted: [1] }),
      person("bob", { accounts: [account("bob", { held: [2] })] }),
      person("cyd"),
      person("dan", { leftAt: NOW, granted: [1], accounts: [account("d1"), account("d2")] }),
      person("eve", { leftAt: NOW, granted: [1] }),
    ];
    const plans = await planAll([LOGIN], page);
    expect(shown(plans)).toEqual([
      ["create ann"],
      ["revoke bob"],
      [],
      ["disable d1", "disable d2"],
      [],
    ]);
    expect(plans.map(({ identityOid }) => identityOid)).toEqual(page.map(({ row }) => row.oid));
    expect(shown(await planAll([LOGIN, EVERYONE], [person("cyd")]))).toEqual([["create cyd"]]);
    // A mapping of the other direction decides nothing.
    const inbound: Mapping = { ...EVERYONE, direction: "inbound" };
    expect(shown(await planAll([LOGIN, inbound], [person("cyd")]))).toEqual([[]]);
  });

  test("a mapping of an attribute that the system lost blocks the change of the account, and is named", async () => {
    const [login] = USER.attributes;
    const objectClasses = [{ ...USER, attributes: login ? [login] : [] }];
    const text = outbound("user/mail", { text: "a@example.org" });
    const accounts = [account("ann")];
    const page = [person("ann", { accounts }), person("bob", { granted: [1] })];
    const plans = await planAll([LOGIN, text], page, { objectClasses });
    const problem = { code: "attributeMissing", detail: "mail: user/mail" };
    expect(plans.map(({ changes }) => changes)).toMatchObject([
      [{ kind: "change", account: "ann", after: { attributes: {} }, problem }],
      [{ kind: "create", account: "bob", after: { attributes: { login: ["bob"] } }, problem }],
    ]);
    // Nobody knows the attributes of a system that was never read.
    const [unknown] = await planAll([LOGIN, text], page, { objectClasses: [], kind: "manual" });
    expect(unknown?.changes.filter((change) => change.problem !== null)).toEqual([]);
  });

  test("only the first account gets what no account of the person has", async () => {
    const accounts = [account("a1", { held: [2] }), account("a2", { held: [3] })];
    const [plan] = await planAll([LOGIN], [person("ann", { granted: [1, 2, 3], accounts })]);
    expect(
      plan?.changes.map(({ kind, account: name, after }) => [
        kind,
        name,
        after?.entitlements,
        after?.attributes,
      ]),
    ).toEqual([
      ["change", "a1", [], { login: ["ann"] }],
      ["grant", "a1", ["Sign"], {}],
      ["change", "a2", [], { login: ["ann"] }],
    ]);
  });

  test("a unique value stays with the first account, and others get a number", async () => {
    const unique: Mapping = { ...LOGIN, iterationToken: true };
    const accounts = [account("ann"), account("other")];
    const [plan] = await planAll([unique], [person("ann", { accounts })]);
    expect(plan?.changes.map(({ account: name, after }) => [name, after?.attributes])).toEqual([
      ["other", { login: ["ann2"] }],
    ]);
    expect(shown(await planAll([unique], [person("ann", { granted: [1] })]))).toEqual([
      ["create ann"],
    ]);
  });

  test("the fields of a person are told without secrets", async () => {
    const row = { ...person("ann").row, attributes: { password: "s3cret", room: "7" } };
    const [plan] = await planAll([], [{ ...person("ann"), row }]);
    expect(JSON.parse(plan?.source ?? "")).toMatchObject({
      username: ["ann"],
      email: [],
      "extension/room": ["7"],
    });
    expect(plan?.source).not.toContain("s3cret");
  });

  test("accounts that the settings leave out count as missing", async () => {
    const { settings } = scene.facts([LOGIN]);
    const excludedAccounts = [
      { attribute: null, pattern: "adm*" },
      { attribute: "mail", pattern: "*@out" },
    ];
    const more = { settings: { ...settings, excludedAccounts } };
    const accounts = [
      account("adm1", { held: [2] }),
      account("bob", { stored: { login: ["bob"], mail: ["bob@out"] } }),
      account("bob2", { attributes: { mail: ["bob@out"] }, stored: { login: ["bob"] } }),
    ];
    const plan = (of: readonly TargetAccount[], leftAt: Date | null = null) =>
      planAll([LOGIN], [person("bob", { granted: [1], accounts: of, leftAt })], more);
    expect(shown(await plan(accounts, NOW))).toEqual([["disable bob2"]]);
    expect(shown(await plan(accounts.slice(0, 2)))).toEqual([["create bob"]]);
  });

  test("entitlements that the settings or a review leave out are not managed", async () => {
    const { db } = database.current;
    const { id } = await db
      .selectFrom("entitlements")
      .select("id")
      .where("client_id", "=", scene.place.clientId)
      .where("name", "=", "Brief")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("entitlement_reviews")
      .values({ ...scene.key, entitlement_id: id, excluded: true })
      .execute();
    const { settings } = scene.facts([]);
    const planner = await open([], { settings: { ...settings, excludedEntitlements: ["aud*"] } });
    expect([...planner.system.entitlements]).toEqual([[1, "Sign"]]);
    await planner.close();
  });

  test("the system is as its connector and its settings say", async () => {
    const group = { ...USER, name: "group", role: "entitlement" as const };
    const secret = outbound("user/mail", { field: "extension/token" });
    const inbound: Mapping = {
      ...outbound("user/pin", { field: "extension/token" }),
      direction: "inbound",
    };
    const systemOf = async (more: Partial<SystemFacts>) => {
      const planner = await open([LOGIN, secret, inbound], more);
      await planner.close();
      return planner.system;
    };
    const { capabilities, activation } = scene.facts([]);
    const none = { capabilities: { ...capabilities, activation: false } };
    const system = await systemOf({ objectClasses: [group, USER] });
    expect(system).toMatchObject({ classes: [USER], isManual: false, canActivate: true, now: NOW });
    expect(system.activation).toEqual(activation);
    expect([...system.secrets]).toEqual(["mail"]);
    expect(system.sameValues("user")("login", ["A "], ["A"])).toBe(false);
    expect(await systemOf(none)).toMatchObject({ canActivate: false });
    expect(await systemOf({ ...none, kind: "manual" })).toMatchObject({
      canActivate: true,
      isManual: true,
    });
  });

  test("values that the system replaced are outdated once another is wanted", async () => {
    const forms = { login: { written: ["ann"], stored: ["A"], replaced: true as const } };
    const of = (name: string, more: Partial<TargetAccount> = {}) =>
      person(name, {
        accounts: [
          account("a", {
            attributes: { login: ["ann"] },
            stored: { login: ["A"] },
            forms,
            ...more,
          }),
        ],
      });
    const outdated = async (entry: PersonEntry) => {
      const [plan] = await planAll([LOGIN], [entry]);
      return plan?.outdated;
    };
    expect(await outdated(of("ann"))).toEqual([]);
    expect(await outdated(of("bob"))).toEqual([
      { objectClass: "user", objectId: "id of a", attributes: ["login"] },
    ]);
    expect(await outdated(of("bob", { objectId: null }))).toEqual([]);
    expect(await outdated(person("bob", { granted: [1] }))).toEqual([]);
  });

  test("values of a mapping that are the same for the system keep their account unchanged", async () => {
    const accounts = [account("ann", { attributes: { login: ["ann"] } })];
    expect(shown(await planAll([LOGIN], [person("ann", { accounts })]))).toEqual([[]]);
    expect(shown(await planAll([LOGIN], [person("ANN", { accounts })]))).toEqual([["change ann"]]);
  });

  test("a mapping that is switched off from the start fails", async () => {
    const code = outbound(
      "user/mail",
      { field: "email" },
      { mappingType: "CUSTOM", customCode: '"m"' },
    );
    const problem = { code: "codeTooSlow", detail: "" } as const;
    const planner = await open([LOGIN, code], {}, new Map([[code.id, problem]]));
    const [plan] = await planner.plan([person("ann", { granted: [1] })]);
    expect(plan?.changes).toMatchObject([{ problem: { code: "codeTooSlow", detail: "mail" } }]);
    expect([...planner.broken]).toEqual([[code.id, problem]]);
    await planner.close();
    expect(shown(await planAll([LOGIN, code, MAIL], [person("ann", { granted: [1] })]))).toEqual([
      ["create ann"],
    ]);
  });
});
