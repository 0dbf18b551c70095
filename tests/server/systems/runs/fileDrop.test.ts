/** A server that imports the files that are dropped in the folder of a client. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { SETTLE_TIME } from "#server/systems/runs/watchedFiles.ts";
import { oneDatabase } from "../../support/databases.ts";
import { OPEN, WAIT, withRunningServer } from "../runningServer.ts";
import { addSystem, heldEntitlements, pathOf } from "../support.ts";

oneDatabase((database) => {
  const root = mkdtempSync(join(tmpdir(), "provision-drop-"));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const server = withRunningServer(database, { connectorFolder: root });

  const runsOf = async (path: string) =>
    (await server.owner.get(`${path}/runs`)).json<{ _embedded: { runs: SystemRun[] } }>()._embedded
      .runs;
  /** Lets time pass until the system has another run. @returns the run when it has ended. */
  const newest = (path: string, count: number) =>
    vi.waitFor(async () => {
      const runs = await runsOf(path);
      if (runs.length < count) {
        const { clock } = server.api;
        clock.now = new Date(clock.now.getTime() + SETTLE_TIME);
        server.lookAtFiles();
      }
      expect(runs).toHaveLength(count);
      expect(OPEN).not.toContain(runs[0]?.status);
      return runs[0];
    }, WAIT);

  test("a dropped file is imported, and so is its next version", async () => {
    const { clientId } = server.directory;
    const { resourceId } = await addSystem(server.owner, clientId, {
      connectorId: 1,
      kind: "export",
    });
    const path = pathOf(clientId, resourceId);
    const folder = join(root, clientId);
    mkdirSync(folder);
    const values = Object.entries({
      source: "FOLDER",
      path: "export-*.csv",
      watched: true,
      idColumn: "id",
      nameColumn: "login",
      entitlementColumn: "right",
    }).map(([fieldId, value]) => ({ fieldId, value }));
    const configured = await server.owner.send("PUT", `${path}/configuration`, {
      body: { values, secrets: [], version: 1 },
    });
    expect(configured.statusCode, configured.body).toBe(200);
    const { version } = configured.json<{ version: number }>();
    const published = await server.owner.post(`${path}/publication`, { version });
    expect(published.statusCode, published.body).toBe(200);
    await database.current.db
      .updateTable("connected_systems")
      .set({ confirmed: true })
      .where("resource_id", "=", resourceId)
      .execute();

    const accounts = () => heldEntitlements(database.current.db, resourceId);
    const drop = (name: string, ...rows: string[]) =>
      writeFileSync(join(folder, name), ["id,login,right", ...rows, ""].join("\n"));
    drop("export-1.csv", "1,ann,read", "2,bob,write");
    expect(await newest(path, 1)).toMatchObject({
      status: "done",
      kind: "full",
      watched: true,
      scheduled: false,
      problem: null,
      counts: { added: 2 },
    });
    expect(await accounts()).toEqual({ ann: ["read"], bob: ["write"] });

    drop("export-1.csv", "1,ann,read", "2,bob,write", "3,cyd,admin");
    expect(await newest(path, 2)).toMatchObject({ status: "done", counts: { added: 1 } });
    expect(await accounts()).toEqual({ ann: ["read"], bob: ["write"], cyd: ["admin"] });

    drop("export-2.csv", "1,ann,read");
    expect(await newest(path, 3)).toMatchObject({
      status: "failed",
      problem: { code: "severalFiles", step: "find" },
    });
    rmSync(join(folder, "export-1.csv"));
    drop("export-2.csv", "1,ann,write", "2,bob,write", "3,cyd,admin");
    expect(await newest(path, 4)).toMatchObject({ status: "done", counts: { changed: 1 } });
    expect(await accounts()).toEqual({ ann: ["write"], bob: ["write"], cyd: ["admin"] });

    // A user's run has the version that it read, so that it is not imported again.
    const started = await server.owner.post(`${path}/runs`, { kind: "full" });
    expect(started.statusCode, started.body).toBe(202);
    expect(await newest(path, 5)).toMatchObject({ status: "done", actor: "owner" });
    const states = await database.current.db
      .selectFrom("system_runs")
      .select("token_after")
      .where("resource_id", "=", resourceId)
      .where("no", ">=", 4)
      .execute();
    const [state] = states;
    expect(state?.token_after).toMatch(/^export-\*\.csv export-2\.csv /);
    expect(states).toEqual([state, state]);
  });
});
