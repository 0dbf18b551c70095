/** When Provision generates previews without a person, and which previews it leaves alone. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import {
  DEFAULT_ACTIVATION,
  type ActivationSettings,
} from "#events/entities/systemConfiguration.ts";
import type { ConnectorKind } from "#events/entities/connector.ts";
import type { RowPatch } from "#server/db/schema.ts";
import { noteMemberships } from "#server/access/memberships.ts";
import { newLease } from "#server/jobs/leases.ts";
import { queueAutomaticPreviews } from "#server/provisioning/automaticPreviews.ts";
import { computePlan } from "#server/provisioning/computePlan.ts";
import { loadFacts } from "#server/provisioning/facts.ts";
import { failedCount } from "#server/provisioning/failedChanges.ts";
import { lookForPreviews } from "#server/provisioning/previewSchedule.ts";
import { readPlanState } from "#server/provisioning/planState.ts";
import { NO_CAPABILITIES } from "#server/provisioning/threadMessages.ts";
import { eachDatabase } from "../support/databases.ts";
import { insertClientWithSystem } from "../systems/ownClient.ts";

const START = new Date("2026-03-02T09:00:00Z");
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const PERSON = { id: randomUUID(), username: "Ann" };

eachDatabase((database) => {
  let now: Date;
  let clientId: string;
  let resourceId: string;

  beforeEach(async () => {
    now = START;
    clientId = randomUUID();
    await addSystem({});
  });

  /** A self-certified system of a new client. */
  const addSystem = async ({
    kind = "manual",
    confirmed = true,
    activation = {},
  }: {
    readonly kind?: ConnectorKind;
    readonly confirmed?: boolean;
    readonly activation?: Partial<ActivationSettings>;
  }) => {
    const { db } = database.current;
    clientId = randomUUID();
    resourceId = randomUUID();
    await insertClientWithSystem(
      db,
      { clientId, resourceId },
      {
        name: "Badges",
        connector_id: 1,
        kind,
        settings: DEFAULT_SETTINGS,
        published_settings: JSON.stringify(DEFAULT_SETTINGS),
        confirmed,
        at: START,
      },
    );
    await activate(activation);
  };
  const activate = (activation: Partial<ActivationSettings>) =>
    database.current.db
      .updateTable("connected_systems")
      .set({ activation: JSON.stringify({ ...DEFAULT_ACTIVATION, ...activation }) })
      .where("resource_id", "=", resourceId)
      .execute();
  /** A person with an account. */
  const addPerson = async (endedAt: Date | null) => {
    const oid = randomUUID();
    const { db } = database.current;
    await db
      .insertInto("identities")
      .values({
        client_id: clientId,
        oid,
        external_id: oid,
        username: "bob",
        attributes: "{}",
        search_key: "bob",
        ended_at: endedAt,
      })
      .execute();
    await db
      .insertInto("accounts")
      .values({
        client_id: clientId,
        id: randomUUID(),
        resource_id: resourceId,
        name: "bob",
        identity_oid: oid,
        active: true,
      })
      .execute();
  };
  const look = () =>
    queueAutomaticPreviews(database.current.db, {
      now,
      isWritable: ({ kind }) => kind === "manual",
    });
  /** Looks every minute. */
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      now = new Date(now.getTime() + MINUTE);
      await look();
    }
  };
  const plans = () =>
    database.current.db
      .selectFrom("provisioning_plans")
      .select(["id", "no", "status", "actor_id", "actor"])
      .where("client_id", "=", clientId)
      .orderBy("no")
      .execute();
  const latest = async () => (await plans()).at(-1);
  const change = (id: string | undefined, values: RowPatch<"provisioning_plans">) =>
    database.current.db
      .updateTable("provisioning_plans")
      .set(values)
      .where("client_id", "=", clientId)
      .where("id", "=", id ?? "")
      .execute();
  /** What a worker does with the preview that waits. */
  const compute = async () => {
    const { db } = database.current;
    const plan = await latest();
    if (plan?.status !== "waiting") throw new Error("No preview waits");
    const workerId = randomUUID();
    await change(plan.id, { status: "computing", ...newLease(workerId, now) });
    const loaded = await loadFacts(db, {
      clientId,
      resourceId,
      capabilities: NO_CAPABILITIES,
      now,
    });
    const job = { clientId, resourceId, id: plan.id, workerId, attempt: 1 };
    await computePlan(db, job, { ...loaded, onProgress: () => {} });
  };
  /** A complete preview, whatever preview Provision would generate. */
  const addPlan = async (values: RowPatch<"provisioning_plans">, changes: number) => {
    const { db } = database.current;
    const id = randomUUID();
    const period = { since: now, now };
    const place = { client_id: clientId, resource_id: resourceId };
    await db
      .insertInto("provisioning_plans")
      .values({
        ...place,
        id,
        no: ((await latest())?.no ?? 0) + 1,
        status: "planned",
        state: null,
        actor_id: PERSON.id,
        actor: PERSON.username,
        created_at: now,
        planned_at: now,
      })
      .execute();
    await change(id, values);
    const state = await readPlanState(db, { clientId, resourceId }, period);
    await change(id, { state });
    for (let no = 1; no <= changes; no++) {
      await db
        .insertInto("provisioning_changes")
        .values({
          ...place,
          plan_id: id,
          no,
          kind: "disable",
          account: `account${no}`,
          object_class: "account",
          search_key: "account",
          state: "planned",
        })
        .execute();
    }
    return id;
  };
  /** Something changed that the preview depends on. */
  const changePeople = () => noteMemberships(database.current.db, clientId);
  const audited = () =>
    database.current.db
      .selectFrom("audit")
      .select(["actor", "actor_id", "target", "after"])
      .where("client_id", "=", clientId)
      .where("call", "=", "provisioning/previewed")
      .execute();

  test("a system without a preview gets one, whose changes wait for a person", async () => {
    await activate({ onLeave: "disable" });
    await addPerson(START);
    await look();
    expect(await plans()).toEqual([]);
    await pass(2);
    expect(await plans()).toMatchObject([
      { no: 1, status: "waiting", actor: "Provision", actor_id: null },
    ]);
    await compute();
    const plan = await latest();
    expect(plan).toMatchObject({ no: 1, status: "planned" });
    expect(await audited()).toEqual([
      {
        actor: "system",
        actor_id: null,
        target: resourceId,
        after: { preview: plan?.id, no: 1, changes: 1 },
      },
    ]);
    await pass(60);
    expect(await plans()).toEqual([plan]);
  });

  test("several servers generate one preview", async () => {
    await look();
    now = new Date(now.getTime() + MINUTE);
    await Promise.all([look(), look(), look(), look()]);
    expect(await plans()).toHaveLength(1);
  });

  test("a preview waits until changes have paused for a minute, but not longer than 15", async () => {
    await look();
    for (let minute = 1; minute < 15; minute++) {
      await changePeople();
      await pass(1);
      expect(await plans()).toEqual([]);
    }
    await changePeople();
    await pass(1);
    expect(await plans()).toHaveLength(1);
  });

  test("an account is previewed once its person has left for the days of the settings", async () => {
    await activate({ onLeave: "disable", afterDays: 3 });
    await addPerson(START);
    await pass(2);
    await compute();
    expect(await latest()).toMatchObject({ no: 1, status: "planned" });
    now = new Date(START.getTime() + 3 * DAY - 10 * MINUTE);
    await pass(9);
    expect(await plans()).toHaveLength(1);
    expect(await latest()).toMatchObject({ no: 1 });
    await pass(10);
    await compute();
    expect((await audited()).map(({ after }) => after)).toMatchObject([{ changes: 1 }]);
  });

  test.each([
    ["that a person generated", { actor_id: PERSON.id, actor: PERSON.username }],
    [
      "from which a person left changes out",
      { actor_id: null, actor: "Provision", editors: JSON.stringify([PERSON]) },
    ],
  ])("a preview %s stays although it is stale", async (_what, values) => {
    const id = await addPlan(values, 1);
    await changePeople();
    await pass(60);
    expect((await plans()).map((plan) => plan.id)).toEqual([id]);
  });

  test.each([
    ["of Provision that nobody edited", { actor_id: null, actor: "Provision" }, 1],
    ["without changes", { status: "planned" }, 0],
  ] as const)("a new preview replaces a stale one %s", async (_what, values, changes) => {
    const id = await addPlan(values, changes);
    await pass(60);
    expect((await plans()).map((plan) => plan.id)).toEqual([id]);
    await changePeople();
    await pass(10);
    expect(await plans()).toMatchObject([{ status: "waiting", actor_id: null }]);
  });

  test.each(["waiting", "computing", "applying"] as const)(
    "a system with a preview that is %s gets no other one",
    async (status) => {
      await addPlan({ status, ...(status === "applying" && { approved_at: now }) }, 1);
      await changePeople();
      await pass(30);
      expect(await plans()).toMatchObject([{ status }]);
    },
  );

  test("a comparison that finds no changes leaves the approved preview as the latest", async () => {
    const id = await addPlan({ status: "done", approved_at: now, ended_at: now }, 1);
    await changePeople();
    await pass(10);
    expect(await plans()).toMatchObject([{ id }, { status: "waiting" }]);
    const failed = async () => {
      const count = failedCount(sql`${clientId}::uuid`, sql`${resourceId}::uuid`);
      const { rows } = await sql<{ failed: number }>`select ${count} as failed`.execute(
        database.current.db,
      );
      return rows[0]?.failed;
    };
    const fail = (ended_at: Date) =>
      database.current.db
        .updateTable("provisioning_changes")
        .set({ state: "failed", ended_at })
        .where("plan_id", "=", id)
        .execute();
    await fail(START);
    expect(await failed()).toBe(1);
    await compute();
    expect((await plans()).map((plan) => plan.id)).toEqual([id]);
    expect(await audited()).toEqual([]);
    // No account needs a change, so that the failed one is not missing.
    expect(await failed()).toBe(0);
    await fail(new Date(now.getTime() + MINUTE));
    expect(await failed()).toBe(1);
    await pass(60);
    expect(await plans()).toHaveLength(1);
    await changePeople();
    await pass(20);
    expect(await plans()).toMatchObject([{ id }, { status: "waiting" }]);
  });

  test("what a person rejected is not previewed again before something changes", async () => {
    await addPlan({ status: "rejected", ended_at: now }, 1);
    await pass(60);
    expect(await plans()).toMatchObject([{ status: "rejected" }]);
  });

  test("a preview that was cancelled early is generated again after a day", async () => {
    const id = await addPlan({ status: "cancelled", ended_at: now }, 0);
    await change(id, { state: null, planned_at: null });
    await changePeople();
    now = new Date(START.getTime() + DAY - 10 * MINUTE);
    await pass(9);
    expect(await plans()).toMatchObject([{ status: "cancelled" }]);
    await pass(10);
    expect(await plans()).toMatchObject([{ status: "waiting" }]);
  });

  test.each([
    ["has the setting switched off", { activation: { automaticPreviews: false } }],
    ["is not confirmed", { confirmed: false }],
    ["is an HR system", { kind: "hr" }],
    ["cannot be written", { kind: "export" }],
  ] as const)("a system that %s gets no preview", async (_what, system) => {
    await addSystem(system);
    await pass(60);
    expect(await plans()).toEqual([]);
  });

  test("no preview is queued while an import is open", async () => {
    const { db } = database.current;
    await db
      .insertInto("system_runs")
      .values({
        client_id: clientId,
        resource_id: resourceId,
        oid: randomUUID(),
        no: 1,
        kind: "full",
        status: "reading",
        scheduled: true,
        actor: "Schedule",
        created_at: now,
        due_at: now,
      })
      .execute();
    await pass(30);
    expect(await plans()).toEqual([]);
    const counts = JSON.stringify({ added: 1 });
    const done = { status: "done", counts, ended_at: now } as const;
    await db.updateTable("system_runs").set(done).where("client_id", "=", clientId).execute();
    await pass(2);
    expect(await plans()).toHaveLength(1);
  });

  test("a system is looked at again immediately after one of its runs", async () => {
    const { db } = database.current;
    await addPlan({ status: "rejected" }, 1);
    await look();
    await changePeople();
    await pass(2);
    expect(await plans()).toMatchObject([{ status: "rejected" }]);
    await lookForPreviews(db, { clientId, resourceId }, { changesPeople: false, now });
    await look();
    await pass(1);
    expect(await plans()).toMatchObject([{ status: "waiting" }]);
  });
});
