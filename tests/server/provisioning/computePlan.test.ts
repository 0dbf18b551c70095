/** What the computation of a plan stores. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { HIDDEN_VALUE } from "#events/rules/provisioning.ts";
import type { RowPatch } from "#server/db/schema.ts";
import { LostJobError } from "#server/jobs/leases.ts";
import { computePlan } from "#server/provisioning/computePlan.ts";
import { readPlanState } from "#server/provisioning/planState.ts";
import { contentText } from "#server/systems/runs/content.ts";
import { oneDatabase } from "../support/databases.ts";
import { NOW } from "../systems/runs/storedRuns.ts";
import { openScene, outbound } from "./planScene.ts";

oneDatabase((database) => {
  let scene: Awaited<ReturnType<typeof openScene>>;
  beforeEach(async () => {
    scene = await openScene(database.current.db);
  });

  const EVERYONE = outbound("existence", { text: "true" });
  const LOGIN = outbound("user/login", { field: "username" });
  const MAIL = outbound("user/mail", { field: "email" });
  const PASSWORD = outbound("user/password", { text: "initial" });
  /** A thousand million steps. */
  const SLOW = outbound(
    "user/mail",
    { field: "email" },
    {
      mappingType: "CUSTOM",
      customCode: ["a", "b", "c", "d", "e", "f", "g", "h", "i"].reduce(
        (inner, name) => `[0,1,2,3,4,5,6,7,8,9].all(${name}, ${inner})`,
        "true",
      ),
    },
  );

  test("changes are numbered and stored with what they need", async () => {
    await scene.addPeople("Ann", "bob", "cyd");
    await scene.changePerson("cyd", { ended_at: NOW });
    await scene.addAccount({
      name: "bob",
      of: "bob",
      held: [1, 2],
      stored: { login: ["bob"], mail: ["old@b"] },
    });
    await scene.addAccount({ name: "cyd", of: "cyd", stored: {} });
    const job = await scene.addPlan({ attempts: 2 });
    // PostgreSQL stores no text with a null character.
    const fixed = outbound("user/mail", { text: "new\u0000@b" });
    const mappings = [EVERYONE, LOGIN, fixed, PASSWORD];
    const { plan, changes, progress } = await scene.compute(job, scene.facts(mappings));

    const shown = changes.map(({ no, kind, account, search_key, state }) => [
      no,
      kind,
      account,
      search_key,
      state,
    ]);
    expect(shown).toEqual([
      [1, "create", "Ann", "ann", "planned"],
      [2, "change", "bob", "bob", "planned"],
      [3, "revoke", "bob", "bob", "planned"],
      [4, "disable", "cyd", "cyd", "planned"],
    ]);
    expect(changes.map(({ identity_oid }) => identity_oid)).toEqual(
      ["Ann", "bob", "bob", "cyd"].map((name) => scene.oids.get(name)),
    );
    expect(changes.map(({ object_class }) => object_class)).toEqual(changes.map(() => "user"));
    const [create, change, revoke] = changes;
    expect(create).toMatchObject({
      before: null,
      after: contentText({
        attributes: { login: ["Ann"], mail: ["new@b"], password: [HIDDEN_VALUE] },
        active: null,
        entitlements: [],
      }),
      problem: null,
    });
    const mail = (value: string) =>
      contentText({ attributes: { mail: [value] }, active: null, entitlements: [] });
    expect(change).toMatchObject({ before: mail("old@b"), after: mail("new@b") });
    expect(revoke?.before).toBe(
      contentText({ attributes: {}, active: null, entitlements: ["Audit", "Sign"] }),
    );
    // Only changes that write attributes have the fields of which they are made.
    expect(changes.map(({ source }) => source !== null)).toEqual([true, true, false, false]);
    expect(JSON.parse(create?.source ?? "")).toMatchObject({ username: ["Ann"] });

    expect(progress).toEqual([3]);
    expect(plan).toMatchObject({
      status: "planned",
      evaluated: 3,
      total: 3,
      gates: ["firstPlan", "manyRemoved", "manyRevoked"],
      planned_at: NOW,
      state: await readPlanState(database.current.db, scene.place, { since: NOW, now: NOW }),
      lease_owner: null,
      attempts: 0,
    });
  });

  test("a person should check what is blocked, accounts that nobody read, and a first plan", async () => {
    await scene.addPeople("ann");
    const facts = scene.facts([EVERYONE]);
    const first = await scene.compute(await scene.addPlan(), facts, false);
    expect(first.plan?.gates).toEqual(["firstPlan", "notImported", "blocked"]);
    expect(first.changes).toMatchObject([
      { state: "blocked", problem: { code: "nameMissing", detail: "" } },
    ]);
    await database.current.db
      .updateTable("provisioning_plans")
      .set({ status: "done", approved_at: NOW })
      .where("id", "=", first.plan?.id ?? "")
      .execute();
    const second = await scene.compute(await scene.addPlan(), scene.facts([]));
    expect(second.plan).toMatchObject({ gates: [], status: "planned" });
    expect(second.changes).toEqual([]);
  });

  test("a plan of another system that was approved does not count", async () => {
    const other = await openScene(database.current.db);
    const { plan } = await other.compute(await other.addPlan(), other.facts([]));
    await database.current.db
      .updateTable("provisioning_plans")
      .set({ approved_at: NOW })
      .where("id", "=", plan?.id ?? "")
      .execute();
    const own = await scene.compute(await scene.addPlan(), scene.facts([]));
    expect(own.plan?.gates).toEqual(["firstPlan"]);
  });

  test("people are compared in pages, and their changes numbered on", async () => {
    const names = Array.from({ length: 503 }, (_none, at) => `p${String(at).padStart(3, "0")}`);
    await scene.addPeople(...names);
    const { plan, changes, progress } = await scene.compute(
      await scene.addPlan(),
      scene.facts([EVERYONE, LOGIN]),
    );
    expect(progress).toEqual([500, 503]);
    expect(plan).toMatchObject({ evaluated: 503, total: 503 });
    expect(changes.map(({ no }) => no)).toEqual(names.map((_name, at) => at + 1));
    expect(changes.map(({ account }) => account)).toEqual(names);
  });

  test("changes of an earlier attempt are replaced", async () => {
    await scene.addPeople("ann");
    const job = await scene.addPlan();
    await scene.compute(job, scene.facts([EVERYONE, LOGIN]));
    await database.current.db
      .updateTable("provisioning_plans")
      .set({ status: "computing", lease_owner: job.workerId })
      .where("id", "=", job.id)
      .execute();
    const { changes } = await scene.compute(job, scene.facts([EVERYONE, LOGIN]));
    expect(changes.map(({ no }) => no)).toEqual([1]);
  });

  test("a mapping whose code takes too long fails for every person, also for those before", async () => {
    await scene.addPeople("ann", "bob");
    const { changes, progress } = await scene.compute(
      await scene.addPlan(),
      scene.facts([EVERYONE, LOGIN, SLOW]),
    );
    expect(changes).toMatchObject([
      { no: 1, account: "ann", problem: { code: "codeTooSlow" } },
      { no: 2, account: "bob", problem: { code: "codeTooSlow" } },
    ]);
    expect(progress).toEqual([2]);
  });

  test("forms of values that are outdated are forgotten, and only these", async () => {
    const form = (written: string, stored: string) => ({
      written: [written],
      stored: [stored],
      replaced: true as const,
    });
    await scene.addPeople("ann", "bob");
    const stored = { login: ["A"], mail: ["M"] };
    const forms = { login: form("ann", "A"), mail: form("m", "M") };
    await scene.addAccount({ name: "ann", of: "ann", stored, forms });
    await scene.addAccount({ name: "bob", of: "bob", stored, forms });
    await scene.changePerson("ann", { email: "m" });
    await scene.changePerson("bob", { email: "other" });
    await scene.compute(await scene.addPlan(), scene.facts([LOGIN, MAIL]));
    const rows = await database.current.db
      .selectFrom("system_objects")
      .select(["name", "stored_forms"])
      .where("client_id", "=", scene.place.clientId)
      .orderBy("name")
      .execute();
    expect(rows).toEqual([
      { name: "ann", stored_forms: forms },
      { name: "bob", stored_forms: {} },
    ]);
  });

  describe("a plan is not completed", () => {
    type Job = Awaited<ReturnType<typeof scene.addPlan>>;
    /** Something happens after the people were read. */
    const computeWhile = (job: Job, happen: () => Promise<unknown>) => {
      const db = database.current.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          if (result.rows.some((row) => "external_id" in row)) await happen();
          return result;
        },
      });
      const facts = scene.facts([EVERYONE, LOGIN]);
      return computePlan(db, job, { facts, isImported: true, onProgress: () => {} });
    };
    const change = (job: Job, values: RowPatch<"provisioning_plans">) =>
      database.current.db
        .updateTable("provisioning_plans")
        .set(values)
        .where("id", "=", job.id)
        .execute();
    const plan = (job: Job) =>
      database.current.db
        .selectFrom("provisioning_plans")
        .select(["status", "total", "evaluated"])
        .where("id", "=", job.id)
        .executeTakeFirst();

    test("by a worker that does not have it", async () => {
      await scene.addPeople("ann");
      const job = await scene.addPlan();
      const other = { ...job, workerId: randomUUID() };
      let isRead = false;
      const read = async () => {
        isRead = true;
      };
      await expect(computeWhile(other, read)).rejects.toThrow(LostJobError);
      expect(isRead).toBe(false);
      expect(await plan(job)).toMatchObject({ status: "computing", total: 0 });
    });

    test("by a worker that loses it", async () => {
      await scene.addPeople("ann");
      const job = await scene.addPlan();
      const lose = () => change(job, { lease_owner: randomUUID() });
      await expect(computeWhile(job, lose)).rejects.toThrow(LostJobError);
      expect(await plan(job)).toMatchObject({ status: "computing", total: 1 });
    });

    test("if it is gone, because another one took its place", async () => {
      await scene.addPeople("ann");
      const job = await scene.addPlan();
      const lose = () =>
        database.current.db.deleteFrom("provisioning_plans").where("id", "=", job.id).execute();
      await expect(computeWhile(job, lose)).rejects.toThrow(LostJobError);
    });

    test("if its changes cannot be stored", async () => {
      await scene.addPeople("ann");
      const job = await scene.addPlan();
      const block = () =>
        database.current.db
          .insertInto("provisioning_changes")
          .values({
            ...scene.key,
            plan_id: job.id,
            no: 1,
            kind: "create",
            account: "ann",
            object_class: "user",
            search_key: "ann",
            state: "planned",
          })
          .execute();
      await expect(computeWhile(job, block)).rejects.toThrow(/duplicate key/);
    });
  });
});
