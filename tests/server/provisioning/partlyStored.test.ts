/** Systems that accept a write and store only a part of it, or other forms of the values. */
import { expect, test } from "vitest";
import type { ObjectContent } from "#events/entities/systemRun.ts";
import { eachDatabase } from "../support/databases.ts";
import { approvedPlan, EMPTY, type PlannedChange } from "./approvedPlan.ts";
import { MemorySystem } from "./memorySystem.ts";

const content = (attributes: ObjectContent["attributes"]): ObjectContent => ({
  ...EMPTY,
  attributes,
});
const CHANGE: PlannedChange = {
  kind: "change",
  account: "ann",
  before: content({ mail: ["old"], phone: [] }),
  after: content({ mail: ["new"], phone: ["1", "2"] }),
};
const GRANT: PlannedChange = {
  kind: "grant",
  account: "ann",
  before: EMPTY,
  after: { ...EMPTY, entitlements: ["read", "write"] },
};
const REVOKE: PlannedChange = {
  kind: "revoke",
  account: "ann",
  before: { ...EMPTY, entitlements: ["admin", "write"] },
  after: EMPTY,
};
const CREATE: PlannedChange = {
  kind: "create",
  account: "new",
  before: null,
  after: {
    attributes: { name: ["new"], mail: ["new@a.example"], phone: ["1"] },
    active: false,
    entitlements: ["read", "write"],
  },
};

eachDatabase((database) => {
  const begin = async (
    changes: readonly PlannedChange[],
    hasGroups = true,
    rights: readonly string[] = [],
  ) => {
    const system = new MemorySystem(hasGroups);
    const id = system.put("ann", { attributes: { mail: ["old"], phone: [] }, rights });
    system.put("ben", { attributes: { mail: ["old"], phone: [] } });
    return { system, id, plan: await approvedPlan(database.current.db, system, changes) };
  };
  type Plan = Awaited<ReturnType<typeof approvedPlan>>;
  const formsOf = async ({ clientId }: Plan, account: string) => {
    const row = await database.current.db
      .selectFrom("system_objects")
      .select("stored_forms")
      .where("client_id", "=", clientId)
      .where("account_name", "=", account)
      .executeTakeFirstOrThrow();
    return row.stored_forms;
  };
  /** Attempts as they are due. @returns how long each pause was, in milliseconds. */
  const attemptWhenDue = async (plan: Plan): Promise<readonly number[]> => {
    const pauses: number[] = [];
    for (;;) {
      await plan.attempt();
      const { due_at: due } = await plan.plan();
      if (due === null) return pauses;
      const pause = due.getTime() - plan.now.getTime();
      pauses.push(pause);
      plan.pass(pause - 1);
      expect(await plan.attempt()).toBe(false);
      plan.pass(1);
    }
  };

  const cancel = ({ planId, now }: Plan) =>
    database.current.db
      .updateTable("provisioning_plans")
      .set({ cancelled_at: now, due_at: null })
      .where("id", "=", planId)
      .execute();

  const approveAgain = async ({ planId }: Plan) => {
    const { db } = database.current;
    await db
      .updateTable("provisioning_changes")
      .set({ state: "approved", attempts: 0, problem: null, ended_at: null })
      .where("plan_id", "=", planId)
      .where("state", "=", "failed")
      .execute();
    await db
      .updateTable("provisioning_plans")
      .set({ status: "applying", ended_at: null })
      .where("id", "=", planId)
      .execute();
  };

  test("a change that is stored in part is tried five times and fails with the names of what is missing", async () => {
    const { system, plan } = await begin([CHANGE, GRANT, { ...CHANGE, account: "ben" }]);
    system.storedOf = (attribute, written, old) => (attribute === "mail" ? old : written);
    expect(await attemptWhenDue(plan)).toEqual([5000, 10_000, 20_000, 40_000]);
    expect(await plan.plan()).toMatchObject({ status: "partlyFailed" });
    const failed = {
      state: "failed",
      attempts: 4,
      problem: { code: "notStored", detail: "mail" },
      stored_values: { mail: ["old"] },
      due_at: null,
    };
    expect(await plan.changes()).toMatchObject([failed, { state: "applied" }, failed]);
    // What is stored has been recorded. No later preview takes the former value for a form of the new one.
    expect((await plan.accounts())[0]).toMatchObject({
      rights: ["read", "write"],
      content: { attributes: { mail: ["old"], phone: ["1", "2"] } },
    });
    expect(await formsOf(plan, "ann")).toEqual({});
    expect(await plan.audits()).toMatchObject([
      {
        call: "provisioning/failed",
        after: {
          account: "ann",
          isWritten: true,
          content: content({ mail: ["old"], phone: ["1", "2"] }),
        },
      },
      { call: "provisioning/failed", after: { account: "ben", isWritten: true } },
      { call: "provisioning/applied", after: { account: "ann" } },
    ]);
  });

  test("other accounts are written while a change waits, and later changes of its account are not", async () => {
    const { system, plan } = await begin([CHANGE, GRANT, { ...CHANGE, account: "ben" }]);
    system.storedOf = (attribute, written, old) =>
      attribute === "mail" && old.length > 0 && system.writes.length === 0 ? old : written;
    await plan.attempt();
    expect(await plan.changes()).toMatchObject([
      { state: "writing", attempts: 1, problem: { code: "notStored", detail: "mail" } },
      { state: "approved" },
      { state: "applied" },
    ]);
    expect(await plan.plan()).toMatchObject({
      status: "applying",
      tries: 0,
      problem: { code: "notStored" },
    });
    plan.pass(5000);
    await plan.attempt();
    expect(await plan.plan()).toMatchObject({ status: "done", problem: null });
    expect(await plan.changes()).toMatchObject(
      Array.from({ length: 3 }, () => ({ state: "applied", problem: null, due_at: null })),
    );
    expect(system.writes).toEqual([
      "mail phone ann",
      "mail phone ben",
      "mail ann",
      "read ann",
      "write ann",
    ]);
  });

  test("one of several values that is missing is a part that is not stored", async () => {
    const { system, plan } = await begin([CHANGE]);
    system.storedOf = (attribute, written) =>
      attribute === "phone" ? written.slice(0, 1) : written;
    expect(await plan.finish()).toMatchObject({ status: "partlyFailed" });
    expect(await plan.changes()).toMatchObject([
      { problem: { code: "notStored", detail: "phone" }, stored_values: { phone: ["1"] } },
    ]);
  });

  test.each([true, false])(
    "a new account without one of its values gets the rest, and the value later (groups: %s)",
    async (hasGroups) => {
      const { system, plan } = await begin([CREATE], hasGroups);
      let isDeaf = true;
      system.storedOf = (attribute, written, old) =>
        isDeaf && (attribute === "phone" || attribute === "rights")
          ? written.filter((value) => value === "read" || old.includes(value))
          : written;
      await plan.attempt();
      const lost = hasGroups ? "phone" : "phone, write";
      expect(await plan.changes()).toMatchObject([
        { state: "writing", problem: { code: "notStored", detail: lost } },
      ]);
      expect([...system.accounts.values()].at(-1)).toMatchObject({
        attributes: { name: ["new"], mail: ["new@a.example"], phone: [] },
        active: false,
        rights: hasGroups ? ["read", "write"] : ["read"],
      });
      isDeaf = false;
      expect(await plan.finish()).toMatchObject({ status: "done" });
      expect((await plan.accounts()).at(-1)).toMatchObject({
        name: "new",
        active: false,
        rights: ["read", "write"],
        content: { attributes: { phone: ["1"] } },
      });
    },
  );

  test("a new account that stays incomplete is known, and its change can be written again", async () => {
    const { system, plan } = await begin([CREATE], false);
    let isDeaf = true;
    system.storedOf = (attribute, written) =>
      isDeaf && attribute !== "name" ? written.filter((value) => value === "read") : written;
    expect(await plan.finish()).toMatchObject({ status: "partlyFailed" });
    expect(await plan.changes()).toMatchObject([
      { state: "failed", problem: { code: "notStored", detail: "mail, phone, write" } },
    ]);
    expect((await plan.accounts()).at(-1)).toMatchObject({ name: "new", rights: ["read"] });

    isDeaf = false;
    await approveAgain(plan);
    expect(await plan.finish()).toMatchObject({ status: "done" });
    expect((await plan.accounts()).at(-1)).toMatchObject({
      rights: ["read", "write"],
      content: { attributes: { mail: ["new@a.example"], phone: ["1"] } },
    });
    expect(system.writes.filter((write) => write.startsWith("create"))).toEqual(["create new"]);
  });

  test.each([
    ["another case", (written: readonly string[]) => written.map((value) => value.toUpperCase())],
    ["a cut length", (written: readonly string[]) => written.map((value) => value.slice(0, 2))],
    ["a value of its own", (written: readonly string[]) => written.map(() => "own")],
  ])("a system that stores %s has stored the change", async (_how, store) => {
    const { system, plan } = await begin([CHANGE]);
    system.storedOf = (attribute, written) =>
      attribute === "mail" ? store(written) : written.toReversed();
    expect(await plan.finish()).toMatchObject({ status: "done" });
    const stored = store(["new"]);
    expect(await plan.changes()).toMatchObject([
      { state: "applied", attempts: 0, stored_values: { mail: stored } },
    ]);
    expect(await formsOf(plan, "ann")).toEqual({
      mail: { written: ["new"], stored, replaced: true },
    });
  });

  test("a value of another writer is not overwritten while a change waits", async () => {
    const { system, id, plan } = await begin([CHANGE]);
    system.storedOf = (attribute, written, old) => (attribute === "mail" ? old : written);
    await plan.attempt();
    system.overwrite(id, { attributes: { mail: ["other"] } });
    expect(await plan.finish()).toMatchObject({ status: "partlyFailed" });
    expect(await plan.changes()).toMatchObject([
      { state: "failed", problem: { code: "changedMeanwhile", detail: "mail" } },
    ]);
    expect(system.object(id)?.attributes["mail"]).toEqual(["other"]);
    // The part that the first attempt stored has been recorded.
    expect((await plan.accounts())[0]).toMatchObject({
      content: { attributes: { mail: ["other"], phone: ["1", "2"] } },
    });
    expect(await plan.audits()).toMatchObject([
      { after: { content: content({ mail: ["other"], phone: ["1", "2"] }) } },
    ]);
  });

  test("cancelling tries a waiting change once more, and not later", async () => {
    const { system, plan } = await begin([CHANGE, { ...CHANGE, account: "ben" }]);
    system.storedOf = (attribute, written, old) => (attribute === "mail" ? old : written);
    await plan.attempt();
    await cancel(plan);
    await plan.attempt();
    expect(await plan.plan()).toMatchObject({ status: "cancelled" });
    expect(await plan.changes()).toMatchObject([
      { state: "failed", attempts: 1, problem: { code: "notStored" } },
      { state: "failed", attempts: 1, problem: { code: "notStored" } },
    ]);
  });

  test.each([true, false])(
    "an entitlement that an early attempt revoked is gone when a later one fails (cancelled: %s)",
    async (isCancelled) => {
      const { system, plan } = await begin([REVOKE], false, ["admin", "read", "write"]);
      system.storedOf = (attribute, written, old) =>
        attribute === "rights" ? old.filter((right) => right !== "admin") : written;
      await plan.attempt();
      expect(await plan.changes()).toMatchObject([
        { state: "writing", problem: { code: "notStored", detail: "write" } },
      ]);
      if (isCancelled) await cancel(plan);
      await plan.finish();
      expect(await plan.changes()).toMatchObject([{ state: "failed" }]);
      expect((await plan.accounts())[0]).toMatchObject({
        rights: ["read", "write"],
        content: { entitlements: ["read", "write"] },
      });
      expect(await plan.audits()).toMatchObject([
        { after: { content: { entitlements: ["write"] } } },
      ]);
    },
  );

  test("an entitlement that was revoked is gone when other writers prevent all later attempts", async () => {
    const { system, id, plan } = await begin([REVOKE], false, ["admin", "read", "write"]);
    system.storedOf = (_attribute, _written, old) => old.filter((right) => right !== "admin");
    await plan.attempt();
    system.fault = () => {
      system.overwrite(id, {});
      return "none";
    };
    expect(await plan.finish()).toMatchObject({ status: "partlyFailed" });
    expect(await plan.changes()).toMatchObject([
      { state: "failed", problem: { code: "changedMeanwhile" } },
    ]);
    expect((await plan.accounts())[0]).toMatchObject({
      rights: ["read", "write"],
      content: { entitlements: ["read", "write"] },
    });
  });

  test("later changes of an account that a change renames find it, also after a failure", async () => {
    const rename: PlannedChange = {
      kind: "change",
      account: "ann",
      before: content({ name: ["ann"], mail: ["old"] }),
      after: content({ name: ["anna"], mail: ["new"] }),
    };
    const { system, plan } = await begin([rename, GRANT]);
    system.storedOf = (attribute, written, old) =>
      attribute === "mail" && old.length > 0 ? old : written;
    expect(await plan.finish()).toMatchObject({ status: "partlyFailed" });
    expect(await plan.changes()).toMatchObject([
      { state: "failed", account: "anna", search_key: "anna", problem: { detail: "mail" } },
      { state: "applied" },
    ]);
    expect((await plan.accounts())[0]).toMatchObject({ name: "anna", rights: ["read", "write"] });

    system.storedOf = (_attribute, written) => written;
    await approveAgain(plan);
    expect(await plan.finish()).toMatchObject({ status: "done" });
    expect((await plan.accounts())[0]).toMatchObject({
      name: "anna",
      content: { attributes: { name: ["anna"], mail: ["new"] } },
    });
  });

  test("an account that is gone at a later attempt is left to the next import", async () => {
    const { system, id, plan } = await begin([CHANGE]);
    system.storedOf = (attribute, written, old) => (attribute === "mail" ? old : written);
    await plan.attempt();
    system.accounts.delete(id);
    await plan.finish();
    expect(await plan.changes()).toMatchObject([
      { state: "failed", problem: { code: "notFound" } },
    ]);
    expect((await plan.accounts())[0]).toMatchObject({
      name: "ann",
      content: { attributes: { mail: ["old"] } },
    });
  });

  test("an entitlement that another writer gave is left to the next import", async () => {
    const { system, id, plan } = await begin([GRANT], false);
    system.overwrite(id, { rights: ["admin"] });
    expect(await plan.finish()).toMatchObject({ status: "done" });
    expect(system.object(id)?.entitlements).toEqual(["admin", "read", "write"]);
    // The last known state differs from the system as the directory does, so that an import finds it.
    expect((await plan.accounts())[0]).toMatchObject({
      rights: ["read", "write"],
      content: { entitlements: ["read", "write"] },
    });
  });
});
