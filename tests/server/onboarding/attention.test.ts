/** What waits for a person, as the dashboard lists it. */
import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { ATTENTION_MAX, type Attention } from "#events/entities/attention.ts";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { eachDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { addSystem, MANUAL_ID } from "../systems/support.ts";

eachDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  beforeAll(async () => {
    const { db } = database.current;
    directory = await fillDirectory(db);
    await db.updateTable("clients").set({ limit_self_certified: null }).execute();
    api = await createApi(database.current);
    return () => api.app.close();
  });
  beforeEach(async () => {
    owner = await api.signIn("owner");
  });
  afterEach(async () => {
    const { db } = database.current;
    const systems = await db.selectFrom("connected_systems").select("resource_id").execute();
    await db.deleteFrom("connected_systems").execute();
    for (const { resource_id: id } of systems) {
      await db.deleteFrom("user_resources").where("resource_id", "=", id).execute();
      await db.deleteFrom("resources").where("id", "=", id).execute();
    }
    await db.deleteFrom("cases").execute();
  });

  const read = async (browser = owner): Promise<Attention> => {
    const response = await browser.get(`/api/clients/${directory.clientId}/attention`);
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  };
  const listed = async (browser = owner) =>
    (await read(browser)).items.map(
      ({ kind, system, number }) => `${system?.name ?? "-"}: ${kind} ${number}`,
    );
  const system = async (name: string): Promise<string> =>
    (await addSystem(owner, directory.clientId, { connectorId: MANUAL_ID, kind: "manual", name }))
      .id;
  const of = (resource_id: string) => ({ client_id: directory.clientId, resource_id });

  const addRun = (resourceId: string, no: number, status: "planned" | "failed" | "done") => {
    const oid = randomUUID();
    const at = api.clock.now;
    return database.current.db
      .insertInto("system_runs")
      .values({
        ...of(resourceId),
        oid,
        no,
        kind: "full",
        status,
        scheduled: false,
        actor: "owner",
        created_at: at,
        due_at: at,
      })
      .execute();
  };
  const addTask = (resourceId: string, state: "open" | "withdrawn") =>
    database.current.db
      .insertInto("system_tasks")
      .values({
        ...of(resourceId),
        id: randomUUID(),
        action: "create",
        account: "ann",
        search_key: "ann",
        state,
        created_by: "owner",
        created_at: api.clock.now,
        settled_at: state === "open" ? null : api.clock.now,
      })
      .execute();
  const addCase = (due_on: string | null, state: "open" | "resolved") =>
    database.current.db
      .insertInto("cases")
      .values({
        client_id: directory.clientId,
        id: randomUUID(),
        kind: "orphanedAccount",
        account_id: randomUUID(),
        subject: "ann",
        resource_name: "CRM",
        search_key: "ann",
        state,
        due_on,
        created_at: api.clock.now,
        created_by: "owner",
        changed_at: api.clock.now,
      })
      .execute();
  const publish = async (resourceId: string) => {
    const { db } = database.current;
    const settings = await db
      .selectFrom("connected_systems")
      .select("settings")
      .where("resource_id", "=", resourceId)
      .executeTakeFirstOrThrow();
    await db
      .updateTable("connected_systems")
      .set({ published_settings: JSON.stringify(settings.settings), confirmed: true })
      .where("resource_id", "=", resourceId)
      .execute();
  };

  test("is nothing while nothing waits", async () => {
    const quiet = await system("Badges");
    await publish(quiet);
    await addRun(quiet, 1, "failed");
    await addRun(quiet, 2, "done");
    await addTask(quiet, "withdrawn");
    await addCase(null, "open");
    await addCase("2000-01-01", "resolved");
    expect(await read()).toEqual({ items: [], total: 0 });
  });

  test("names systems by urgency and name, with the newest import and the number of tasks", async () => {
    const [badges, archive, doors] = [
      await system("Badges"),
      await system("Archive"),
      await system("Doors"),
    ];
    await addRun(badges, 4, "done");
    await addRun(badges, 5, "planned");
    await addRun(archive, 2, "failed");
    for (const state of ["open", "open", "withdrawn"] as const) await addTask(archive, state);
    await addTask(badges, "open");
    await publish(doors);
    await database.current.db
      .updateTable("connected_systems")
      .set({ secrets_version: 2 })
      .where("resource_id", "in", [doors, badges])
      .execute();
    await addCase("2000-01-01", "open");
    const expected = [
      "Badges: plan 5",
      "Archive: failedRun 2",
      // Badges is not published, so that it has nothing unpublished.
      "Doors: unpublished 1",
      "Archive: tasks 2",
      "Badges: tasks 1",
      "-: overdueCases 1",
    ];
    expect(await listed()).toEqual(expected);
    const { items } = await read();
    const run = await database.current.db
      .selectFrom("system_runs")
      .select("oid")
      .where("resource_id", "=", badges)
      .where("no", "=", 5)
      .executeTakeFirstOrThrow();
    expect(items[0]).toEqual({
      kind: "plan",
      system: { id: badges, name: "Badges" },
      number: 5,
      runOid: run.oid,
    });
    expect(items.slice(2).map(({ runOid }) => runOid)).toEqual([null, null, null, null]);
  });

  test("counts accounts of the newest simulation whose owner nobody has decided about", async () => {
    const badges = await system("Badges");
    const { db } = database.current;
    const [older, newer] = [randomUUID(), randomUUID()];
    for (const [no, oid] of [older, newer].entries()) {
      await db
        .insertInto("correlation_simulations")
        .values({
          ...of(badges),
          oid,
          no: no + 1,
          status: "done",
          rules: "[]",
          settings: "{}",
          actor: "owner",
          created_at: api.clock.now,
          due_at: api.clock.now,
        })
        .execute();
    }
    const results = [
      [older, "probable"],
      [newer, "probable"],
      [newer, "several"],
      [newer, "several"],
      [newer, "none"],
    ] as const;
    for (const [at, [simulation_oid, kind]] of results.entries()) {
      await db
        .insertInto("correlation_results")
        .values({
          ...of(badges),
          simulation_oid,
          no: at + 1,
          object_class: "account",
          object_id: `a${at}`,
          name: `a${at}`,
          search_key: `a${at}`,
          kind,
          entry_values: "[]",
          candidates: "[]",
        })
        .execute();
    }
    await db
      .insertInto("correlation_decisions")
      .values({
        ...of(badges),
        id: randomUUID(),
        object_class: "account",
        object_id: "a3",
        name: "a3",
        decision: "none",
        decided_by: "owner",
        decided_at: api.clock.now,
      })
      .execute();
    expect(await listed()).toEqual(["Badges: matches 2"]);
  });

  test("counts what a preview changes and what of it failed", async () => {
    const [badges, doors, empty] = [
      await system("Badges"),
      await system("Doors"),
      await system("Empty"),
    ];
    const { db } = database.current;
    const addPlan = async (
      resourceId: string,
      status: "planned" | "partlyFailed",
      states: readonly ("planned" | "failed" | "applied")[],
    ) => {
      const id = randomUUID();
      await db
        .insertInto("provisioning_plans")
        .values({
          ...of(resourceId),
          id,
          no: 3,
          status,
          actor_id: directory.users.owner,
          actor: "owner",
          created_at: api.clock.now,
          planned_at: api.clock.now,
        })
        .execute();
      for (const [at, state] of states.entries()) {
        await db
          .insertInto("provisioning_changes")
          .values({
            ...of(resourceId),
            plan_id: id,
            no: at + 1,
            kind: "change",
            account: `a${at}`,
            object_class: "account",
            search_key: `a${at}`,
            state,
          })
          .execute();
      }
    };
    await addPlan(badges, "planned", ["planned"]);
    await addPlan(doors, "partlyFailed", ["failed", "applied", "failed"]);
    await addPlan(empty, "planned", []);
    expect(await listed()).toEqual(["Badges: preview 3", "Doors: failedChanges 2"]);
  });

  test("is only what the user can open", async () => {
    const badges = await system("Badges");
    await addTask(badges, "open");
    await addCase("2000-01-01", "open");
    const [keeper, mapper] = [await api.signIn("keeper"), await api.signIn("mapper")];
    expect(await listed(keeper)).toEqual([]);
    expect(await listed(mapper)).toEqual(["-: overdueCases 1"]);
    await database.current.db
      .insertInto("user_resources")
      .values({ ...of(badges), user_id: directory.users.keeper })
      .execute();
    expect(await listed(await api.signIn("keeper"))).toEqual(["Badges: tasks 1"]);
  });

  test("is bounded, with its total", async () => {
    const names = Array.from(
      { length: ATTENTION_MAX + 2 },
      (_, at) => `System ${String(at).padStart(2, "0")}`,
    );
    for (const name of names) await addTask(await system(name), "open");
    const { items, total } = await read();
    expect(items.map(({ system: of }) => of?.name)).toEqual(names.slice(0, ATTENTION_MAX));
    expect(total).toBe(ATTENTION_MAX + 2);
  });
});
