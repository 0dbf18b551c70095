/** What the plan of a read says about its end: what counts as missing, what is read again, and why it is incomplete. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import { DEFAULT_SETTINGS, type SystemSettings } from "#events/entities/system.ts";
import {
  ConnectorError,
  UnusableTokenError,
  type Change,
  type Connection,
  type ReadEnd,
  type SystemObject,
} from "#server/connectors/contract.ts";
import { exclusionsOf } from "#server/systems/accountExclusions.ts";
import { contentHash, contentText } from "#server/systems/runs/content.ts";
import { PlanOwners } from "#server/systems/runs/owners.ts";
import { readPlan } from "#server/systems/runs/readPlan.ts";
import { oneDatabase } from "../../support/databases.ts";
import { ModelSystem } from "./modelSystem.ts";
import { DAY, NOW, storeObjects, storeOwnRun, storeSystem } from "./storedRuns.ts";

const COMPLETE: ReadEnd = { complete: true, token: null, problem: null };
const CLASSES: readonly ObjectClass[] = (
  [
    ["user", "account"],
    ["robot", "account"],
    ["group", "entitlement"],
    ["role", "entitlement"],
  ] as const
).map(([name, role]) => ({
  name,
  role,
  idAttribute: "id",
  nameAttribute: "name",
  memberAttribute: role === "entitlement" ? "member" : null,
  attributes: [],
}));

const object = (objectClass: string, id: string, more: Partial<SystemObject> = {}) => ({
  id,
  name: id,
  objectClass,
  attributes: {},
  active: true,
  entitlements: null,
  members: null,
  version: null,
  ...more,
});
const user = (id: string, ...entitlements: string[]) => object("user", id, { entitlements });
const group = (id: string, ...members: string[]) => object("group", id, { members });

/** Of a class: pages, and how its read ends. */
interface Reading {
  readonly pages?: readonly (readonly SystemObject[])[];
  readonly end?: ReadEnd | Error;
}

async function* pagesOf<Item>(
  pages: readonly (readonly Item[])[],
  end: ReadEnd | Error,
): AsyncGenerator<readonly Item[], ReadEnd, void> {
  for (const page of pages) yield page;
  if (end instanceof Error) throw end;
  return end;
}

oneDatabase((database) => {
  const db = () => database.current.db;

  async function read(
    classes: Readonly<Record<string, Reading>>,
    {
      known = [],
      changes = null,
      attempt = 1,
      isHr = false,
      token = null,
      settings = {},
      isExcluded = () => false,
    }: {
      known?: readonly (SystemObject & { goneAt?: Date })[];
      changes?: { pages?: readonly (readonly Change[])[]; end?: ReadEnd | Error } | null;
      attempt?: number;
      isHr?: boolean;
      token?: string | null;
      settings?: Partial<SystemSettings>;
      isExcluded?: (name: string) => boolean;
    } = {},
  ) {
    const place = await storeSystem(db(), { kind: isHr ? "hr" : "export" });
    if (known.length > 0) {
      await storeObjects(
        db(),
        place,
        known.map(({ id, objectClass, name, active, entitlements, members, goneAt = null }) => {
          const held = [...(entitlements ?? members ?? [])];
          const content = contentText({ attributes: {}, active, entitlements: held });
          const hash = contentHash(name, content);
          const of = { object_class: objectClass, object_id: id, name };
          return { ...of, content, hash, held: held.length, gone_at: goneAt };
        }),
      );
    }
    const job = { ...(await storeOwnRun(db(), place)), attempt };
    const directory = mkdtempSync(join(tmpdir(), "read-"));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const connection: Connection = {
      ...new ModelSystem(false).connect("none"),
      discoverSchema: async () => CLASSES,
      search: ({ name }) => pagesOf(classes[name]?.pages ?? [], classes[name]?.end ?? COMPLETE),
      sync: changes && (() => pagesOf(changes.pages ?? [], changes.end ?? COMPLETE)),
    };
    const all = { ...DEFAULT_SETTINGS, graceDays: 2, ...settings };
    const progress: number[] = [];
    const plan = await readPlan(db(), connection, {
      job,
      isHr,
      settings: all,
      isExcluded,
      exclusionOf: exclusionsOf(all.excludedAccounts),
      owners: new PlanOwners(db(), job, all),
      token,
      now: NOW,
      directory,
      maxSize: 1_000_000,
      onProgress: (count) => progress.push(count),
    });
    const rows = await db()
      .selectFrom("system_run_entries")
      .select(["change", "object_class", "object_id", "after"])
      .where("run_oid", "=", job.oid)
      .orderBy("no")
      .execute();
    const entries = rows.map(
      ({ change, object_class: name, object_id: id }) => `${change} ${name} ${id}`,
    );
    const held = Object.fromEntries(
      rows.map(({ object_id: id, after }) => [
        id,
        after && (JSON.parse(after) as { entitlements: string[] }).entitlements,
      ]),
    );
    return { plan, entries, held, progress };
  }

  const KNOWN = [
    user("1", "a", "b"),
    { ...user("late", "a"), goneAt: new Date(NOW.getTime() - 2 * DAY) },
    { ...user("soon", "a"), goneAt: new Date(NOW.getTime() - DAY) },
    user("2", "a"),
  ];

  test("a complete read finds what is missing, and continues at the first token", async () => {
    const { plan, entries, progress } = await read(
      {
        user: { pages: [[user("1", "a"), user("3")], [user("4")]] },
        group: { end: { ...COMPLETE, token: "next" } },
        role: { end: { ...COMPLETE, token: "last" } },
      },
      { known: KNOWN, token: "former" },
    );
    expect(entries).toEqual([
      "changed user 1",
      "added user 3",
      "added user 4",
      "gone user 2",
      "removed user late",
    ]);
    expect(plan).toMatchObject({
      complete: true,
      token: "next",
      problem: null,
      objectClasses: CLASSES,
      counts: { read: 3, changed: 1, added: 2, gone: 1, removed: 1 },
      compared: { known: 2, held: 3, lost: 1, maxGonePercent: 10, maxRenamedPercent: 10 },
    });
    expect(plan.counts).not.toHaveProperty("excluded");
    expect(progress).toEqual([2, 3]);
  });

  test.each<[string, Reading]>([
    ["says so", { pages: [[user("1", "a", "b")]], end: { ...COMPLETE, complete: false } }],
    ["has conflicts", { pages: [[user("1", "a", "b"), user("1")]] }],
    ["has an object that cannot be stored", { pages: [[user("1", "a", "b"), user("")]] }],
  ])(
    "an incomplete read that %s misses nothing, and is repeated from its token",
    async (_case, of) => {
      const { plan, entries } = await read(
        { user: of, group: { end: { ...COMPLETE, token: "next" } } },
        { known: KNOWN, token: "former" },
      );
      expect(entries).toEqual([]);
      expect(plan).toMatchObject({ complete: false, token: "former" });
      const [conflicts, unusable] = [
        of.pages?.[0]?.at(-1)?.id === "1" && of.pages[0].length > 1 ? 1 : 0,
        of.pages?.[0]?.at(-1)?.id === "" ? 1 : 0,
      ];
      expect(plan.problem).toMatchObject({ remedy: "contentDamaged", step: "read" });
      expect(plan.problem?.message).toContain(`contents: ${conflicts}.`);
      expect(plan.problem?.message).toContain(`NUL: ${unusable}.`);
    },
  );

  const failed = (remedy: "systemFailed" | "contentDamaged" = "contentDamaged") =>
    new ConnectorError(remedy, "read", "It broke.");

  test("a problem in the middle of a class ends the class, and others are still read", async () => {
    const { plan, entries } = await read(
      {
        user: { pages: [[user("1")]], end: failed() },
        robot: { pages: [[object("robot", "r", { entitlements: [] })]] },
      },
      { known: KNOWN },
    );
    expect(entries).toEqual(["changed user 1", "added robot r"]);
    expect(plan).toMatchObject({ complete: false, problem: { message: "It broke." } });
  });

  test("a problem before the first object, and a fault of the connector, end the run", async () => {
    await expect(read({ user: { end: failed() } })).rejects.toThrow("It broke.");
    const fault = { pages: [[user("1")]], end: new Error("A fault") };
    await expect(read({ user: fault })).rejects.toThrow("A fault");
  });

  test("a transient problem repeats the run until the last attempt", async () => {
    const classes = { user: { pages: [[user("1")]], end: failed("systemFailed") } };
    await expect(read(classes)).rejects.toThrow("It broke.");
    await expect(read(classes, { attempt: 2 })).rejects.toThrow("It broke.");
    const last = await read(classes, { attempt: 3 });
    expect(last.plan).toMatchObject({ complete: false, problem: { remedy: "systemFailed" } });
  });

  const WAITING: Reading = {
    pages: [[object("user", "1"), object("user", "2"), user("3", "own")]],
  };

  test("accounts get the entitlements that name them as members, without excluded and unknown ones", async () => {
    const { entries, held } = await read(
      {
        user: WAITING,
        group: { pages: [[group("g", "2", "unknown", "1")], [group("no", "1"), group("h", "1")]] },
        role: { pages: [[object("role", "empty")]] },
      },
      { isExcluded: (name) => name === "no" },
    );
    expect(entries.toSorted()).toEqual([
      "added group g",
      "added group h",
      "added group no",
      "added role empty",
      "added user 1",
      "added user 2",
      "added user 3",
    ]);
    expect(held).toMatchObject({ "1": ["g", "h"], "2": ["g"], "3": ["own"], empty: [] });
  });

  test("entitlement objects of one name get different names, and a known one keeps its own", async () => {
    const named = (id: string, ...members: string[]) => ({ ...group(id, ...members), name: "G" });
    const { held } = await read(
      { user: WAITING, group: { pages: [[named("new", "1"), named("old", "2")]] } },
      { known: [named("old")] },
    );
    expect(held).toMatchObject({ "1": ["G (new)"], "2": ["G"] });
  });

  test("without all entitlement objects, accounts that depend on them are left out", async () => {
    const { plan, entries } = await read({
      user: WAITING,
      group: { pages: [[group("g", "1")]], end: failed() },
    });
    expect(entries).toEqual(["added user 3", "added group g"]);
    expect(plan.complete).toBe(false);
  });

  test("a read of changes misses nothing, and needs a token and a connector that has one", async () => {
    const changes = {
      pages: [[{ type: "removed" as const, objectClass: "user", id: "2" }]],
      end: { ...COMPLETE, token: "next" },
    };
    const classes = { user: { pages: [[user("1", "a", "b")]] } };
    const since = await read(classes, { known: KNOWN, changes, token: "former" });
    expect(since.entries).toEqual(["gone user 2"]);
    expect(since.plan).toMatchObject({ complete: true, token: "next" });
    const everything = ["gone user 2", "removed user late"];
    expect((await read(classes, { known: KNOWN, changes })).entries).toEqual(everything);
    const unable = await read(classes, { known: KNOWN, token: "former" });
    expect(unable.entries).toEqual(everything);
    const unusable = { end: new UnusableTokenError("Too old") };
    const again = await read(classes, { known: KNOWN, changes: unusable, token: "former" });
    expect(again.entries).toEqual(everything);
    expect(again.plan).toMatchObject({ complete: true, token: null });
    const broken = read(classes, { changes: { end: new Error("A fault") }, token: "former" });
    await expect(broken).rejects.toThrow("A fault");
  });

  const EXCLUDED: Partial<SystemSettings> = {
    excludedAccounts: [{ attribute: null, pattern: "sys-*" }],
  };

  test("accounts that the settings leave out are marked and counted, if the settings leave out any", async () => {
    const classes = { user: { pages: [[user("sys-1", "a"), user("1")]] } };
    const { plan, held } = await read(classes, { settings: EXCLUDED });
    expect(plan.counts).toMatchObject({ read: 2, added: 2, excluded: 1 });
    expect(held).toMatchObject({ "sys-1": ["a"] });
    const people = await read(classes, { settings: EXCLUDED, isHr: true });
    expect(people.plan.counts).not.toHaveProperty("excluded");
  });

  test("owners are looked for among people unless the system is their source", async () => {
    const classes = { user: { pages: [[user("1")]] } };
    expect((await read(classes)).plan.peopleBasis).not.toBeNull();
    expect((await read(classes, { isHr: true })).plan.peopleBasis).toBeNull();
  });
});
