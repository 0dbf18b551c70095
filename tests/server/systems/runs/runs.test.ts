/** Runs of a system that is connected through an uploaded file, from the upload to the undo. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { DEFAULT_SETTINGS, type ConnectedSystem } from "#events/entities/system.ts";
import type {
  ImportSettings,
  SystemConfiguration,
  SystemFile,
} from "#events/entities/systemConfiguration.ts";
import type { RunEntry, SystemRun } from "#events/entities/systemRun.ts";
import { readConfig } from "#server/config.ts";
import { createConnectors } from "#server/connectors/registry.ts";
import { createSecrets } from "#server/secrets/secrets.ts";
import { startRunner } from "#server/systems/runs/runner.ts";
import type { JobLoop } from "#server/jobs/jobLoop.ts";
import { createApi, type Browser, type TestApi } from "../../support/api.ts";
import { eachDatabase } from "../../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../../support/directory.ts";

const WAIT = { timeout: 30_000, interval: 50 };
const OPEN = ["waiting", "reading", "applying"];

const ACCOUNTS = ["1,ann,read", "1,ann,write", "2,bob,read", "3,cyd,", "4,dan,admin", "5,eve,read"];
const fileOf = (rows: readonly string[]) => ["id,login,right", ...rows].join("\n");

eachDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let dataDirectory: string;
  let runner: JobLoop;
  let resourceId: string;
  let path: string;
  const errors: unknown[] = [];

  beforeAll(async () => {
    dataDirectory = mkdtempSync(join(tmpdir(), "provision-runs-"));
    directory = await fillDirectory(database.current.db);
    const config = { ...readConfig({}), dataDirectory };
    api = await createApi(database.current, {
      runner: { poke: () => runner.poke() },
      settings: { dataDirectory },
    });
    runner = startRunner({
      database: database.current,
      clock: () => api.clock.now,
      onError: (error) => errors.push(error),
      workerId: randomUUID(),
      secrets: createSecrets(Buffer.alloc(32, 7)),
      connectors: createConnectors(config),
      config,
    });
    owner = await api.signIn("owner");
  });
  afterAll(async () => {
    await runner.stop();
    await api.app.close();
    rmSync(dataDirectory, { recursive: true, force: true });
  });
  afterEach(() => expect(errors.splice(0)).toEqual([]));

  const put = async <Body>(where: string, body: unknown): Promise<Body> => {
    const answer = await owner.send("PUT", `${path}/${where}`, { body });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<Body>();
  };
  const version = async () => (await owner.get(`${path}/system`)).json<ConnectedSystem>().version;

  const publish = async (): Promise<void> => {
    const published = await owner.post(`${path}/publication`, { version: await version() });
    expect(published.statusCode, published.body).toBe(200);
  };

  /** Uploads a file, selects it and publishes that. */
  const provide = async (rows: readonly string[]): Promise<void> => {
    const bytes = Buffer.from(fileOf(rows));
    const announced = await owner.post(`${path}/files`, { name: "file.csv", size: bytes.length });
    expect(announced.statusCode, announced.body).toBe(201);
    const { id } = announced.json<SystemFile>();
    await put(`files/${id}/parts`, { part: 0, content: bytes.toString("base64") });
    const values = Object.entries({
      file: id,
      idColumn: "id",
      nameColumn: "login",
      entitlementColumn: "right",
    }).map(([fieldId, value]) => ({ fieldId, value }));
    const body = { values, secrets: [], version: await version() };
    await put<SystemConfiguration>("configuration", body);
    await publish();
  };

  beforeEach(async () => {
    const clientPath = `/api/clients/${directory.clientId}`;
    const created = await owner.post(`${clientPath}/systems`, {
      connectorId: 1,
      kind: "export",
      name: `System ${randomUUID()}`,
      description: "",
      ownerId: null,
    });
    expect(created.statusCode, created.body).toBe(201);
    resourceId = created.json<ConnectedSystem>().id;
    path = `${clientPath}/resources/${resourceId}`;
  });

  const settled = (oid: string) =>
    vi.waitFor(async () => {
      const run = (await owner.get(`${path}/runs/${oid}`)).json<SystemRun>();
      expect(OPEN).not.toContain(run.status);
      return run;
    }, WAIT);
  const run = async (): Promise<SystemRun> => {
    const started = await owner.post(`${path}/runs`, { kind: "full" });
    expect(started.statusCode, started.body).toBe(202);
    const { importTaskOid } = started.json<{ importTaskOid: string }>();
    return settled(importTaskOid);
  };
  const entries = async (oid: string, query = "") => {
    const answer = await owner.get(`${path}/runs/${oid}/entries${query}`);
    return answer.json<{ _embedded: { entries: RunEntry[] } }>()._embedded.entries;
  };
  const accounts = async (): Promise<Record<string, string[]>> => {
    const { db } = database.current;
    const named = await db
      .selectFrom("entitlements")
      .select(["no", "name"])
      .where("resource_id", "=", resourceId)
      .execute();
    const names = new Map(named.map(({ no, name }) => [no, name]));
    const rows = await db
      .selectFrom("accounts")
      .select(["name", "entitlement_nos"])
      .where("resource_id", "=", resourceId)
      .execute();
    return Object.fromEntries(
      rows.map((row) => [row.name, row.entitlement_nos.map((no) => names.get(no) ?? "").sort()]),
    );
  };

  test("[RES-9] [RES-14] [RES-23] [RES-26] an import reads a file into a plan and applies it", async () => {
    await provide(ACCOUNTS);
    const started = await owner.post(`${path}/runs`, { kind: "full" });
    const { importTaskOid } = started.json<{ importTaskOid: string; run: SystemRun }>();
    const done = await settled(importTaskOid);
    expect(done).toMatchObject({
      oid: importTaskOid,
      status: "done",
      complete: true,
      gates: [],
      counts: { read: 5, added: 5, gone: 0 },
    });
    expect(await accounts()).toEqual({
      ann: ["read", "write"],
      bob: ["read"],
      cyd: [],
      dan: ["admin"],
      eve: ["read"],
    });
    const system = (await owner.get(`${path}/system`)).json<ConnectedSystem>();
    expect(system.progress.initialImportComplete).toBe(true);
    expect(system.importTaskOid).toBeNull();
    const found = await entries(done.oid, "?contains=AN&change=added");
    expect(found.map(({ name, before }) => [name, before])).toEqual([
      ["ann", null],
      ["dan", null],
    ]);
    expect(found[0]?.after).toMatchObject({ entitlements: ["read", "write"] });
  });

  test("a second run of the same file changes nothing", async () => {
    await provide(ACCOUNTS);
    await run();
    const again = await run();
    expect(again).toMatchObject({ status: "done", counts: { read: 5, unchanged: 5, added: 0 } });
    expect(await entries(again.oid)).toEqual([]);
  });

  test("a plan with many missing accounts waits, and is applied by its hash only", async () => {
    await provide(ACCOUNTS);
    await run();
    await provide(ACCOUNTS.slice(0, 4));
    const waiting = await run();
    expect(waiting).toMatchObject({ status: "planned", gates: ["manyGone"], counts: { gone: 2 } });
    expect(Object.keys(await accounts())).toHaveLength(5);
    const gone = await entries(waiting.oid, "?change=gone");
    expect(gone.map(({ name }) => name).sort()).toEqual(["dan", "eve"]);

    const blocked = await owner.post(`${path}/runs`, { kind: "full" });
    expect(blocked.statusCode).toBe(409);
    const approve = (hash: string) => owner.post(`${path}/runs/${waiting.oid}/approve`, { hash });
    expect((await approve("0".repeat(64))).statusCode).toBe(409);
    expect((await approve(waiting.hash ?? "")).statusCode).toBe(200);
    const done = await settled(waiting.oid);
    expect(done).toMatchObject({ status: "done", decidedBy: "owner" });
    // Missing accounts stay for the grace period.
    expect(Object.keys(await accounts())).toHaveLength(5);
    expect((await approve(waiting.hash ?? "")).statusCode).toBe(409);

    api.clock.now = new Date(
      api.clock.now.getTime() + DEFAULT_SETTINGS.graceDays * 86_400_000 + 1000,
    );
    owner = await api.signIn("owner");
    expect(await run()).toMatchObject({ status: "done", counts: { removed: 2, gone: 0 } });
    expect(Object.keys(await accounts()).sort()).toEqual(["ann", "bob", "cyd"]);
  });

  test("a plan is applied with the settings with which it was made", async () => {
    const { db } = database.current;
    const identities = await db
      .selectFrom("identities")
      .select(["oid", "external_id"])
      .where("client_id", "=", directory.clientId)
      .limit(1)
      .execute();
    const person = identities[0]?.external_id ?? "";
    await provide([...ACCOUNTS, `6,${person},read`]);
    await run();
    await provide([`6,${person},write`]);
    const waiting = await run();
    expect(waiting.status).toBe("planned");
    const saved = (await owner.get(`${path}/import-settings`)).json<{
      settings: ImportSettings;
      version: number;
    }>();
    const settings = { ...saved.settings, owner: { attribute: "login", field: "externalId" } };
    await put("import-settings", { settings, version: saved.version });
    await owner.post(`${path}/runs/${waiting.oid}/approve`, { hash: waiting.hash });
    expect((await settled(waiting.oid)).status).toBe("done");
    const linked = () =>
      db
        .selectFrom("accounts")
        .select("identity_oid")
        .where("resource_id", "=", resourceId)
        .where("name", "=", person)
        .executeTakeFirst();
    expect(await linked()).toEqual({ identity_oid: null });
    // The next plan is made with the new ones, once they are published.
    await provide([`6,${person},read`]);
    await run();
    expect(await linked()).toEqual({ identity_oid: identities[0]?.oid });
  });

  test("a rejected plan changes nothing, and a cancelled one neither", async () => {
    await provide(ACCOUNTS);
    await run();
    await provide([]);
    const empty = await run();
    expect(empty).toMatchObject({ status: "planned", gates: ["becameEmpty"] });
    const rejected = await owner.post(`${path}/runs/${empty.oid}/reject`);
    expect(rejected.json<SystemRun>()).toMatchObject({ status: "rejected", decidedBy: "owner" });
    const again = await run();
    const cancelled = await owner.post(`${path}/runs/${again.oid}/cancel`);
    expect(cancelled.json<SystemRun>()).toMatchObject({ status: "cancelled" });
    expect((await owner.post(`${path}/runs/${again.oid}/cancel`)).statusCode).toBe(409);
    expect(Object.keys(await accounts())).toHaveLength(5);
    const { db } = database.current;
    const gone = await db
      .selectFrom("system_objects")
      .select("object_id")
      .where("resource_id", "=", resourceId)
      .where("gone_at", "is not", null)
      .execute();
    expect(gone).toEqual([]);
  });

  test("a file without its id column fails with the remedy, and changes nothing", async () => {
    await provide(ACCOUNTS);
    await run();
    const bytes = Buffer.from("login\nann");
    const announced = await owner.post(`${path}/files`, { name: "x.csv", size: bytes.length });
    const { id } = announced.json<SystemFile>();
    await put(`files/${id}/parts`, { part: 0, content: bytes.toString("base64") });
    const values = [
      { fieldId: "file", value: id },
      { fieldId: "idColumn", value: "id" },
    ];
    await put("configuration", { values, secrets: [], version: await version() });
    await publish();
    expect(await run()).toMatchObject({
      status: "failed",
      problem: { code: "missingColumn" },
    });
    expect(Object.keys(await accounts())).toHaveLength(5);
  });

  test("the last run is undone as a whole", async () => {
    await provide(ACCOUNTS);
    const first = await run();
    await provide([
      "1,ann,read",
      "2,bobby,read",
      "3,cyd,write",
      ...ACCOUNTS.slice(4),
      "6,fay,read",
    ]);
    const second = await run();
    const decided =
      second.status === "planned"
        ? await owner
            .post(`${path}/runs/${second.oid}/approve`, { hash: second.hash })
            .then(() => settled(second.oid))
        : second;
    expect(decided).toMatchObject({ status: "done", undoable: true });
    expect(await accounts()).toEqual({
      ann: ["read"],
      bobby: ["read"],
      cyd: ["write"],
      dan: ["admin"],
      eve: ["read"],
      fay: ["read"],
    });
    expect((await owner.post(`${path}/runs/${first.oid}/undo`)).statusCode).toBe(409);
    const undo = await owner.post(`${path}/runs/${second.oid}/undo`);
    expect(undo.statusCode, undo.body).toBe(202);
    expect(await settled(undo.json<SystemRun>().oid)).toMatchObject({
      status: "done",
      kind: "undo",
      undoes: second.oid,
      counts: { removed: 1, renamed: 1, changed: 2 },
    });
    expect(await accounts()).toEqual({
      ann: ["read", "write"],
      bob: ["read"],
      cyd: [],
      dan: ["admin"],
      eve: ["read"],
    });
    const undone = (await owner.get(`${path}/runs/${second.oid}`)).json<SystemRun>();
    expect(undone).toMatchObject({ status: "undone", undoable: false });
  });

  test("runs belong to their client and resource", async () => {
    await provide(ACCOUNTS);
    const { oid } = await run();
    const stranger = await api.signIn("stranger");
    const { foreign } = directory;
    const elsewhere = `/api/clients/${foreign.clientId}/resources/${foreign.resourceId}/runs/${oid}`;
    expect((await stranger.get(elsewhere)).statusCode).toBe(404);
    expect((await stranger.get(`${path}/runs/${oid}`)).statusCode).toBe(404);
    const other = `/api/clients/${directory.clientId}/resources/${directory.resources.crm}/runs`;
    expect((await owner.post(other, { kind: "full" })).statusCode).toBe(404);
  });

  test("a published schedule starts runs, and a paused system has none", async () => {
    await provide(ACCOUNTS);
    const { db } = database.current;
    await db
      .updateTable("connected_systems")
      .set({
        published_settings: JSON.stringify({
          ...DEFAULT_SETTINGS,
          everyMinutes: 60,
          configuration: (
            await db
              .selectFrom("connected_systems")
              .select("settings")
              .where("resource_id", "=", resourceId)
              .executeTakeFirstOrThrow()
          ).settings.configuration,
        }),
        published_at: api.clock.now,
        confirmed: true,
        next_run_at: api.clock.now,
      })
      .where("resource_id", "=", resourceId)
      .execute();
    runner.poke();
    const runs = () =>
      db
        .selectFrom("system_runs")
        .select(["status", "scheduled"])
        .where("resource_id", "=", resourceId)
        .execute();
    await vi.waitFor(async () => {
      expect(await runs()).toEqual([{ status: "done", scheduled: true }]);
    }, WAIT);
    await db
      .updateTable("connected_systems")
      .set({ paused: true, next_run_at: api.clock.now })
      .where("resource_id", "=", resourceId)
      .execute();
    runner.poke();
    await run();
    expect(await runs()).toHaveLength(2);
  });
});
