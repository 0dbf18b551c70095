/** What an approval writes for a system that Provision changes, and when it is refused. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type {
  ObjectState,
  ProvisionGate,
  ProvisionPreview,
} from "#events/entities/provisioning.ts";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import type { RowPatch } from "#server/db/schema.ts";
import { mayRetry } from "#server/provisioning/approval.ts";
import { readPlanState } from "#server/provisioning/planState.ts";
import { requirePlan } from "#server/provisioning/queries.ts";
import { insertRun } from "#server/systems/runs/insertRun.ts";
import { createApi, type Browser, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { addSystem, MANUAL_ID, pathOf } from "../systems/support.ts";
import { storePlan } from "./storedPlans.ts";

const LDAP_ID = 2;
const CREATED = new Date("2026-03-02T07:00:00Z");
const PLANNED = new Date("2026-03-02T08:00:00Z");

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let resourceId: string;
  let planId: string;
  let pokes = 0;

  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    await database.current.db
      .updateTable("clients")
      .set({ limit_self_certified: null, limit_api: null, limit_system_export: null })
      .execute();
    api = await createApi(database.current, { provisioner: { poke: () => void pokes++ } });
    owner = await api.signIn("owner");
    // Begins between the times at which plans are requested and computed.
    await database.current.db
      .insertInto("inducements")
      .values({
        client_id: directory.clientId,
        id: randomUUID(),
        org_oid: directory.orgs.Ops,
        role_oid: directory.roles[1],
        created_at: CREATED,
        valid_from: new Date("2026-03-02T07:30:00Z"),
      })
      .execute();
  });
  afterAll(() => api.app.close());
  beforeEach(() => connect(LDAP_ID, "export"));

  /** A published and confirmed system with a plan. */
  const connect = async (connectorId: number, kind: string) => {
    const { db } = database.current;
    ({ resourceId } = await addSystem(owner, directory.clientId, { connectorId, kind }));
    await db
      .updateTable("connected_systems")
      .set({ confirmed: true, published_settings: JSON.stringify(DEFAULT_SETTINGS) })
      .where("resource_id", "=", resourceId)
      .execute();
    planId = await addPlan(1);
  };
  /** The accounts new1 and new2 are planned, and new2 is left out. The account new3 is blocked. */
  const addPlan = async (no: number) => {
    const plan = {
      no,
      state: await state(),
      actor_id: directory.users.owner,
      actor: "owner",
      created_at: CREATED,
      planned_at: PLANNED,
      problem: JSON.stringify({ code: "rateLimited", detail: "" }),
    };
    return storePlan(database.current.db, { clientId: directory.clientId, resourceId }, plan, [
      { kind: "create", account: "new1" },
      { kind: "create", account: "new2", left_out: true },
      { kind: "create", account: "new3", state: "blocked" },
    ]);
  };
  const state = () =>
    readPlanState(
      database.current.db,
      { clientId: directory.clientId, resourceId },
      { since: PLANNED, now: api.clock.now },
    );
  const place = () => ({ clientId: directory.clientId, resourceId, planId });
  const plan = () => requirePlan(database.current.db, place());
  const set = (values: RowPatch<"provisioning_plans">) =>
    database.current.db
      .updateTable("provisioning_plans")
      .set(values)
      .where("id", "=", planId)
      .execute();
  const changes = () =>
    database.current.db
      .selectFrom("provisioning_changes")
      .select(["state", "ended_at", "attempts", "due_at", "problem"])
      .where("plan_id", "=", planId)
      .orderBy("no")
      .execute();
  const path = () => `${pathOf(directory.clientId, resourceId)}/previews/${planId}`;
  const approve = (more: object = {}) => owner.post(`${path()}/approve`, { version: 1, ...more });
  const retry = () => owner.post(`${path()}/retry`);
  const codeOf = async (answer: ReturnType<typeof approve>) => {
    const { statusCode, body } = await answer;
    return statusCode === 200
      ? "accepted"
      : (JSON.parse(body) as { detail: { code: string } }).detail.code;
  };
  const audited = async (call: string) => {
    const rows = await database.current.db
      .selectFrom("audit")
      .select(["actor", "after"])
      .where("call", "=", call)
      .where("target", "=", resourceId)
      .execute();
    return rows;
  };
  const startRun = () =>
    database.current.db.transaction().execute((tx) =>
      insertRun(tx, {
        clientId: directory.clientId,
        resourceId,
        kind: "full",
        at: api.clock.now,
        actor: { id: null, username: "system" },
        isScheduled: true,
      }),
    );

  describe("an approval", () => {
    test("gives the worker what was planned and not left out", async () => {
      pokes = 0;
      const answer = await approve();
      expect(answer.json()).toMatchObject({ status: "applying", version: 2, approvedBy: "owner" });
      expect(await changes()).toMatchObject([
        { state: "approved", ended_at: null },
        { state: "skipped", ended_at: api.clock.now },
        { state: "blocked", ended_at: null },
      ]);
      expect(await plan()).toMatchObject({
        status: "applying",
        version: 2,
        approved_by_id: directory.users.owner,
        approved_by: "owner",
        approved_at: api.clock.now,
        ended_at: null,
        problem: null,
        // The approval itself does not make the plan stale.
        state: await state(),
      });
      expect(await audited("provisioning/approvePreview")).toEqual([
        { actor: "owner", after: { preview: planId, no: 1, preparedBy: ["owner"], changes: 1 } },
      ]);
      expect(pokes).toBe(1);
    });

    test("of an older plan without the time of its computation counts from its request", async () => {
      const since = CREATED;
      const requested = () =>
        readPlanState(database.current.db, place(), { since, now: api.clock.now });
      await set({ planned_at: null, state: await requested() });
      expect(await codeOf(approve())).toBe("accepted");
      expect((await plan()).state).toBe(await requested());
      expect((await plan()).state).not.toBe(await state());
    });

    test.each<[string, () => Promise<unknown>]>([
      ["provisioning.notDecidable", () => set({ status: "rejected" })],
      ["provisioning.changed", () => set({ version: 2 })],
      ["provisioning.stale", () => set({ state: "other" })],
      ["systems.secretsNotPublished", () => setSystem({ secrets_version: 9 })],
      ["provisioning.importOpen", startRun],
      ["provisioning.notConfirmed", () => setSystem({ confirmed: false })],
      ["systems.notPublished", () => setSystem({ published_settings: null })],
      ["provisioning.notWritable", () => setSystem({ kind: "hr" })],
      [
        "provisioning.nothingApproved",
        () =>
          database.current.db
            .updateTable("provisioning_changes")
            .set({ left_out: true })
            .where("plan_id", "=", planId)
            .execute(),
      ],
    ])("is refused with %s, and writes nothing", async (code, prepare) => {
      await prepare();
      const before = await plan();
      pokes = 0;
      expect(await codeOf(approve())).toBe(code);
      expect(await plan()).toEqual(before);
      expect((await changes()).map((one) => one.state)).toEqual(["planned", "planned", "blocked"]);
      expect(pokes).toBe(0);
      expect(await audited("provisioning/approvePreview")).toEqual([]);
    });
    const setSystem = (values: RowPatch<"connected_systems">) =>
      database.current.db
        .updateTable("connected_systems")
        .set(values)
        .where("resource_id", "=", resourceId)
        .execute();

    test("is possible after an import ended", async () => {
      await startRun();
      await database.current.db
        .updateTable("system_runs")
        .set({ status: "failed" })
        .where("resource_id", "=", resourceId)
        .execute();
      await set({ state: await state() });
      expect(await codeOf(approve())).toBe("accepted");
    });

    test("names all that a person has to check, and nothing else", async () => {
      const gates: ProvisionGate[] = ["firstPlan", "manyRemoved", "manyRevoked", "blocked"];
      await set({ gates: JSON.stringify(gates) });
      expect(await codeOf(approve({ gates: [] }))).toBe("provisioning.notAcknowledged");
      expect(await codeOf(approve({ gates: ["manyRemoved"] }))).toBe(
        "provisioning.notAcknowledged",
      );
      expect(await codeOf(approve({ gates: ["manyRemoved", "manyRevoked"] }))).toBe("accepted");
    });

    test("of a self-certified system is done with its tasks", async () => {
      await connect(MANUAL_ID, "manual");
      pokes = 0;
      const answer = await approve();
      expect(answer.json()).toMatchObject({ status: "done", version: 2 });
      expect(await plan()).toMatchObject({
        approved_by_id: directory.users.owner,
        approved_by: "owner",
        approved_at: api.clock.now,
        ended_at: api.clock.now,
      });
      expect(await changes()).toMatchObject([
        { state: "task", ended_at: api.clock.now },
        { state: "skipped", ended_at: api.clock.now },
        { state: "blocked", ended_at: null },
      ]);
      // The other entry is the task.
      expect(await audited("provisioning/approvePreview")).toContainEqual({
        actor: "owner",
        after: { preview: planId, no: 1, preparedBy: ["owner"], tasks: 1 },
      });
      expect(pokes).toBe(1);
    });
  });

  describe("a retry", () => {
    beforeEach(() => fail(["failed", "applied", "skipped"]));

    const fail = async (states: readonly ObjectState[]) => {
      await set({
        status: "partlyFailed",
        approved_by_id: directory.users.mapper,
        approved_by: "mapper",
        approved_at: PLANNED,
        ended_at: PLANNED,
        due_at: PLANNED,
      });
      await set({ state: await state() });
      for (const [at, one] of states.entries()) {
        await database.current.db
          .updateTable("provisioning_changes")
          .set({
            state: one,
            attempts: 4,
            due_at: PLANNED,
            ended_at: PLANNED,
            problem: JSON.stringify({ code: "timedOut", detail: "" }),
          })
          .where("plan_id", "=", planId)
          .where("no", "=", at + 1)
          .execute();
      }
    };
    const may = async (name: "owner" | "mapper" = "owner") => {
      const { db } = database.current;
      const user = { id: directory.users[name] } as Parameters<typeof mayRetry>[0]["user"];
      return mayRetry({ at: api.clock.now, db, user }, await plan());
    };

    test("writes the failed changes again as if they were new", async () => {
      expect(await may()).toBe(true);
      pokes = 0;
      expect((await retry()).json<ProvisionPreview>()).toMatchObject({ status: "applying" });
      const untouched = { attempts: 4, due_at: PLANNED, ended_at: PLANNED };
      expect(await changes()).toMatchObject([
        { state: "approved", attempts: 0, due_at: null, ended_at: null, problem: null },
        { state: "applied", ...untouched },
        { state: "skipped", ...untouched },
      ]);
      expect(await plan()).toMatchObject({
        status: "applying",
        version: 2,
        approved_by: "mapper",
        approved_at: PLANNED,
        ended_at: null,
        due_at: null,
        problem: null,
      });
      expect(await audited("provisioning/retryPreview")).toEqual([
        {
          actor: "owner",
          after: {
            preview: planId,
            no: 1,
            preparedBy: ["owner"],
            approvedBy: "mapper",
            changes: 1,
          },
        },
      ]);
      expect(pokes).toBe(1);
      expect(await may()).toBe(false);
      expect(await codeOf(retry())).toBe("provisioning.nothingFailed");
    });

    test("is refused for a plan that is not the latest one, or stale", async () => {
      const { state: current } = await plan();
      await set({ state: "other" });
      expect(await codeOf(retry())).toBe("provisioning.stale");
      expect(await may()).toBe(false);
      await set({ state: current });
      expect(await may()).toBe(true);
      await addPlan(2);
      expect(await codeOf(retry())).toBe("provisioning.stale");
      expect(await may()).toBe(false);
    });

    test("is refused while the system is read", async () => {
      await startRun();
      expect(await codeOf(retry())).toBe("provisioning.importOpen");
      expect((await changes())[0]).toMatchObject({ state: "failed" });
    });

    test("needs another person if the client requires one, and one prepared and approved it", async () => {
      const { db } = database.current;
      const require = (requires_second_approver: boolean) =>
        db
          .updateTable("clients")
          .set({ requires_second_approver })
          .where("id", "=", directory.clientId)
          .execute();
      await require(true);
      try {
        expect(await may()).toBe(true);
        await set({ approved_by_id: directory.users.owner, approved_by: "owner" });
        expect([await may(), await may("mapper")]).toEqual([false, true]);
        expect(await codeOf(retry())).toBe("provisioning.otherRetries");
        await set({ actor_id: null, actor: "Provision", approved_by_id: null });
        expect([await may(), await may("mapper")]).toEqual([false, false]);
        expect(await codeOf(retry())).toBe("provisioning.twoPersons");
      } finally {
        await require(false);
      }
    });
  });
});
