/** The worker that writes an approved plan: faults of the system, other writers, cancellation and kills. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { ObjectContent } from "#events/entities/systemRun.ts";
import { HIDDEN_VALUE } from "#events/rules/provisioning.ts";
import { readMembershipVersion } from "#server/access/memberships.ts";
import { LEASE_TIME } from "#server/jobs/leases.ts";
import { takeRun } from "#server/systems/runs/leases.ts";
import { insertRun } from "#server/systems/runs/insertRun.ts";
import { eachDatabase } from "../support/databases.ts";
import { approvedPlan, EMPTY, SECRET, type PlannedChange } from "./approvedPlan.ts";
import { MemorySystem, type Fault } from "./memorySystem.ts";

const mail = (value: string): ObjectContent => ({ ...EMPTY, attributes: { mail: [value] } });

const CREATE: PlannedChange = {
  kind: "create",
  account: "new",
  before: null,
  after: {
    attributes: { name: ["new"], mail: ["new@a.example"], password: [HIDDEN_VALUE] },
    active: null,
    entitlements: ["read"],
  },
};
const CHANGE: PlannedChange = {
  kind: "change",
  account: "ann",
  before: mail("old"),
  after: mail("new"),
};

/** The faults of the requests, in order; later ones have none. */
function inOrder(...faults: readonly Fault[]): () => Fault {
  const left = [...faults];
  return () => left.shift() ?? "none";
}

eachDatabase((database) => {
  const begin = async (
    changes: readonly PlannedChange[],
    {
      hasGroups = true,
      batchSize = 1,
    }: { readonly hasGroups?: boolean; readonly batchSize?: number } = {},
  ) => {
    const system = new MemorySystem(hasGroups, batchSize);
    const id = system.put("ann", { attributes: { mail: ["old"] }, rights: ["admin", "write"] });
    return { system, id, plan: await approvedPlan(database.current.db, system, changes) };
  };

  test("changes that a system writes in one step are requested together", async () => {
    const accounts = ["new", "newer", "newest"];
    const creates = accounts.map((account) => ({
      ...CREATE,
      account,
      after: { attributes: { name: [account] }, active: null, entitlements: [] },
    }));
    const disable: PlannedChange = { kind: "disable", account: "ann", before: null, after: null };
    const { system, plan } = await begin([CHANGE, disable, ...creates], { batchSize: 10 });
    const steps: number[] = [];
    let together = 0;
    // Answers of the database need another turn of the event loop, which these promises do not wait for.
    const countStep = async () => {
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      steps.push(together);
      together = 0;
    };
    system.fault = () => {
      together++;
      if (together === 1) void countStep();
      return "none";
    };
    expect(await plan.finish()).toMatchObject({ status: "done" });
    // The schema; then for each batch a read, and a write that is read back. An account's second change is in the next batch.
    expect(steps).toEqual([1, 4, 8, 1, 2]);
    expect(new Set(system.writes.slice(0, 4))).toEqual(
      new Set(["mail ann", ...accounts.map((one) => `create ${one}`)]),
    );
    expect(system.writes.slice(4)).toEqual(["active ann"]);
  });

  test("the directory is counted once for many changes, and in any case when an attempt ends", async () => {
    const { db } = database.current;
    const creates = Array.from({ length: 30 }, (_none, no) => ({
      ...CREATE,
      account: `new-${no}`,
      after: { attributes: { name: [`new-${no}`] }, active: null, entitlements: [] },
    }));
    const { system, plan } = await begin(creates, { hasGroups: false });
    const counts = async () => ({
      accounts: await plan.accountCount(),
      times: await readMembershipVersion(db, plan.clientId),
    });
    const accounts = async () => (await plan.accounts()).length;
    // The system is busy in the middle, then the worker is killed, and at last all is written.
    let request = 0;
    system.fault = () => (++request === 32 ? "limited" : "none");
    await plan.attempt();
    const paused = await accounts();
    expect(paused).toBeGreaterThan(5);
    expect(paused).toBeLessThan(25);
    expect(await counts()).toEqual({ accounts: paused, times: 1 });

    request = 0;
    system.fault = () => (++request === 32 ? "killAfter" : "none");
    plan.pass(3_600_000 + LEASE_TIME);
    await plan.attempt();
    expect(await accounts()).toBeGreaterThan(paused);
    system.fault = () => "none";
    expect(await plan.finish()).toMatchObject({ status: "done" });
    expect(await counts()).toEqual({ accounts: 31, times: 2 });
  });

  test("a change of a batch fails alone", async () => {
    const other: PlannedChange = { ...CHANGE, before: mail("other") };
    const { system, plan } = await begin([other, CREATE], { hasGroups: false, batchSize: 10 });
    expect(await plan.finish()).toMatchObject({ status: "partlyFailed" });
    expect(await plan.changes()).toMatchObject([
      { state: "failed", problem: { code: "changedMeanwhile", detail: "mail" } },
      { state: "applied" },
    ]);
    expect(system.accounts.size).toBe(2);
  });

  test("a value that another writer changed is not overwritten", async () => {
    const { system, id, plan } = await begin([CHANGE, CREATE]);
    system.overwrite(id, { attributes: { mail: ["other"] } });
    expect(await plan.finish()).toMatchObject({ status: "partlyFailed" });
    expect(await plan.changes()).toMatchObject([
      { state: "failed", problem: { code: "changedMeanwhile", detail: "mail" } },
      { state: "applied" },
    ]);
    expect(system.object(id)?.attributes["mail"]).toEqual(["other"]);
  });

  test("a change that the system already has is applied without a write", async () => {
    const { system, plan } = await begin([
      { ...CHANGE, before: mail("older"), after: mail("old") },
    ]);
    expect(await plan.finish()).toMatchObject({ status: "done" });
    expect(system.writes).toEqual([]);
    expect(await plan.audits()).toMatchObject([
      { call: "provisioning/applied", after: { account: "ann", isWritten: false } },
    ]);
  });

  test.each([
    ["attributes", CHANGE, "mail"],
    [
      "the status",
      {
        ...CHANGE,
        kind: "disable",
        before: { ...EMPTY, active: true },
        after: { ...EMPTY, active: false },
      },
      "administrativeStatus",
    ],
    [
      "entitlements",
      { ...CHANGE, kind: "grant", before: EMPTY, after: { ...EMPTY, entitlements: ["read"] } },
      "read",
    ],
  ] satisfies readonly (readonly [string, PlannedChange, string])[])(
    "a system that accepts a change of %s without making it is reported",
    async (_what, change, lost) => {
      const { system, plan } = await begin([change]);
      system.isDeaf = true;
      expect(await plan.finish()).toMatchObject({ status: "partlyFailed" });
      expect(await plan.changes()).toMatchObject([
        { state: "failed", problem: { code: "notStored", detail: lost } },
      ]);
      expect(await plan.audits()).toMatchObject([
        { call: "provisioning/failed", after: { account: "ann", isWritten: true } },
      ]);
    },
  );

  test("a system that asks to wait is asked again after that time, not before", async () => {
    const { system, plan } = await begin([CHANGE]);
    system.fault = inOrder("none", "limited");
    await plan.attempt();
    const { due_at: due, problem } = await plan.plan();
    expect(problem).toMatchObject({ code: "rateLimited" });
    expect(due?.getTime()).toBe(plan.now.getTime() + 90_000);
    plan.pass(89_999);
    expect(await plan.attempt()).toBe(false);
    plan.pass(1);
    expect(await plan.attempt()).toBe(true);
    expect(await plan.plan()).toMatchObject({ status: "done", problem: null });
    expect(system.writes).toEqual(["mail ann"]);
  });

  test("a change fails after five attempts, and the others are still written", async () => {
    const { system, plan } = await begin([CHANGE, CREATE]);
    let requests = 0;
    // Each attempt reads the schema and then the account.
    system.fault = () => (++requests % 2 === 0 && requests <= 10 ? "lostBefore" : "none");
    expect(await plan.finish()).toMatchObject({ status: "partlyFailed" });
    expect(await plan.changes()).toMatchObject([
      { state: "failed", problem: { code: "timedOut" }, attempts: 4 },
      { state: "applied" },
    ]);
  });

  test("all changes that are left fail if the system stays unreachable, and a retry writes them", async () => {
    const { system, plan } = await begin([CHANGE, CREATE]);
    system.fault = () => "lostBefore";
    expect(await plan.finish()).toMatchObject({ status: "partlyFailed" });
    expect((await plan.changes()).map(({ state }) => state)).toEqual(["failed", "failed"]);
    expect(system.writes).toEqual([]);
  });

  test.each(["killAfter", "lostAfter"] as const)(
    "a write whose outcome is unknown (%s) is found by reading and not repeated",
    async (fault) => {
      const { system, plan } = await begin([CHANGE, CREATE]);
      // The schema, the account, its update.
      system.fault = inOrder("none", "none", fault);
      await plan.attempt();
      expect(await plan.changes()).toMatchObject([{ state: "writing" }, { state: "approved" }]);
      expect(await plan.audits()).toEqual([]);
      expect(await plan.finish()).toMatchObject({ status: "done" });
      expect(system.writes).toEqual(["mail ann", "create new", "read new"]);
      const [applied] = await plan.audits();
      expect(applied).toMatchObject({
        call: "provisioning/applied",
        actor: "Ann",
        before: mail("old"),
        after: { account: "ann", kind: "change", isWritten: true, content: mail("new") },
      });
    },
  );

  test("cancelling stops between two changes, and keeps what is written", async () => {
    const { system, plan } = await begin([CHANGE, CREATE]);
    system.fault = inOrder("none", "none", "killAfter");
    await plan.attempt();
    await database.current.db
      .updateTable("provisioning_plans")
      .set({ cancelled_at: plan.now })
      .where("id", "=", plan.planId)
      .execute();
    expect(await plan.finish()).toMatchObject({ status: "cancelled" });
    expect(await plan.changes()).toMatchObject([{ state: "applied" }, { state: "skipped" }]);
    expect(system.writes).toEqual(["mail ann"]);
  });

  test("an import and the writing of changes do not run at the same time", async () => {
    const { system, plan } = await begin([CHANGE]);
    const { db } = database.current;
    const { clientId, resourceId } = plan;
    await db.transaction().execute((tx) =>
      insertRun(tx, {
        clientId,
        resourceId,
        kind: "full",
        at: plan.now,
        actor: { id: null, username: "system" },
        isScheduled: true,
      }),
    );
    const worker = "00000000-0000-4000-8000-000000000001";
    system.fault = inOrder("none", "none", "killAfter");
    await plan.attempt();
    // The killed worker still has its lease.
    expect(await takeRun(db, { workerId: worker, now: plan.now, maxOfClient: 1 })).toBeNull();
    plan.pass(60_000);
    expect(await takeRun(db, { workerId: worker, now: plan.now, maxOfClient: 1 })).toMatchObject({
      resourceId,
    });
    expect(await plan.attempt()).toBe(false);
    await db
      .updateTable("system_runs")
      .set({ status: "done" })
      .where("resource_id", "=", resourceId)
      .execute();
    expect(await plan.finish()).toMatchObject({ status: "done" });
  });

  test("no table has the secret value that a new account gets", async () => {
    const { system, plan } = await begin([CREATE]);
    await plan.finish();
    const [account] = [...system.accounts.values()].filter(
      ({ attributes }) => attributes["password"],
    );
    expect(account?.attributes["password"]).toEqual([SECRET]);
    for (const table of ["provisioning_changes", "provisioning_plans", "audit", "system_objects"]) {
      const { rows } = await sql<{ found: number }>`
        select count(*)::int as found from ${sql.table(table)} t where t::text like ${`%${SECRET}%`}
      `.execute(database.current.db);
      expect(rows, table).toEqual([{ found: 0 }]);
    }
  });
});
