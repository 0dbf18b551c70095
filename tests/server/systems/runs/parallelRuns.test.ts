/** Runs of different systems proceed at the same time. */
import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import type { ConnectedSystem } from "#events/entities/system.ts";
import { takeRun } from "#server/systems/runs/leases.ts";
import { startServer } from "../../connectors/scim/hostileServer.ts";
import { oneDatabase } from "../../support/databases.ts";
import { addSystem, pathOf } from "../support.ts";
import { useCsvRuns } from "./csvRuns.ts";

const SCIM_ID = 3;

oneDatabase((database) => {
  const on = useCsvRuns(database);

  /** Starts the run of a system that accepts requests and never answers. */
  async function startHanging() {
    const reads = { started: 0, ended: 0 };
    const server = await startServer(() => (response) => {
      reads.started += 1;
      response.on("close", () => (reads.ended += 1));
    });
    const { clientId } = on.directory;
    await on.db.updateTable("clients").set({ limit_api: null }).execute();
    const added = await addSystem(on.owner, clientId, { connectorId: SCIM_ID, kind: "api" });
    const path = pathOf(clientId, added.resourceId);
    const values = { url: server.url, authentication: "BEARER" };
    const saved = await on.owner.send("PUT", `${path}/configuration`, {
      body: {
        values: Object.entries(values).map(([fieldId, value]) => ({ fieldId, value })),
        secrets: [{ fieldId: "token", value: "a-token" }],
        version: added.version,
      },
    });
    expect(saved.statusCode, saved.body).toBe(200);
    const { version } = (await on.owner.get(`${path}/system`)).json<ConnectedSystem>();
    const published = await on.owner.post(`${path}/publication`, { version });
    expect(published.statusCode, published.body).toBe(200);
    const started = await on.owner.post(`${path}/runs`, { kind: "full" });
    expect(started.statusCode, started.body).toBe(202);
    await vi.waitFor(() => expect(reads.started).toBeGreaterThan(0), { timeout: 30_000 });
    const { importTaskOid: oid } = started.json<{ importTaskOid: string }>();
    const row = () =>
      on.db
        .selectFrom("system_runs")
        .select(["status", "attempts", "lease_owner"])
        .where("oid", "=", oid)
        .executeTakeFirstOrThrow();
    return { reads, row };
  }

  test("a server that takes its own run again, because the lease expired, ends its earlier attempt first", async () => {
    const { reads, row } = await startHanging();
    const past = new Date(on.api.clock.now.getTime() - 1);
    await on.db.updateTable("system_runs").set({ lease_until: past }).execute();
    on.poke();
    await vi.waitFor(() => expect(reads.started).toBe(2), { timeout: 30_000 });
    expect(reads.ended).toBe(1);
    expect(await row()).toMatchObject({ status: "reading", attempts: 2 });
    await on.db.deleteFrom("system_runs").execute();
    await vi.waitFor(() => expect(reads.ended).toBe(2), { timeout: 30_000 });
  }, 90_000);

  test("a system that hangs delays only its own run, and is given back when the server stops", async () => {
    const hanging = [await startHanging(), await startHanging()];
    await on.provide(["1,ann,read"]);
    expect((await on.run()).status).toBe("done");
    expect(await on.accounts()).toEqual({ ann: ["read"] });
    for (const { row } of hanging)
      expect(await row()).toMatchObject({ status: "reading", attempts: 1 });
    await on.stopRunner();
    for (const { row } of hanging) {
      expect(await row()).toEqual({ status: "reading", attempts: 0, lease_owner: null });
    }
    await on.db.deleteFrom("system_runs").execute();
  }, 90_000);

  test("clients take turns, and none takes all places", async () => {
    const { db } = on;
    const START = new Date("2026-03-01T08:00:00Z");
    const addRun = async (clientId: string, minute: number): Promise<void> => {
      const place = { client_id: clientId, resource_id: randomUUID() };
      const at = new Date(START.getTime() + minute * 60_000);
      const name = `Of ${place.resource_id}`;
      await db
        .insertInto("resources")
        .values({
          client_id: clientId,
          id: place.resource_id,
          name,
          search_key: name,
          created_at: at,
        })
        .execute();
      const settings = JSON.stringify(DEFAULT_SETTINGS);
      await db
        .insertInto("connected_systems")
        .values({ ...place, connector_id: 1, kind: "export", settings, created_at: at })
        .execute();
      await db
        .insertInto("system_runs")
        .values({
          ...place,
          oid: randomUUID(),
          no: 1,
          kind: "full",
          status: "waiting",
          scheduled: false,
          actor: "Ann",
          created_at: at,
          due_at: at,
        })
        .execute();
    };
    const { clientId: many, foreign } = on.directory;
    for (const minute of [1, 2, 3, 4, 5]) await addRun(many, minute);
    for (const minute of [6, 7]) await addRun(foreign.clientId, minute);
    const turn = {
      workerId: randomUUID(),
      now: new Date(START.getTime() + 3_600_000),
      maxOfClient: 3,
    };
    const taken: string[] = [];
    const systems = new Set<string>();
    for (;;) {
      const job = await takeRun(db, turn);
      if (!job) break;
      taken.push(job.clientId);
      systems.add(job.resourceId);
    }
    const few = foreign.clientId;
    expect(taken).toEqual([many, few, many, few, many]);
    expect(systems.size).toBe(taken.length);
    // Another server has places of its own.
    expect(await takeRun(db, { ...turn, workerId: randomUUID() })).toMatchObject({
      clientId: many,
    });
  });
});
