/** Secrets that changed after the publication, while a run waits for its next attempt. */
import { beforeEach, expect, test, vi } from "vitest";
import type { ConnectedSystem } from "#events/entities/system.ts";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { startServer, type Call } from "../../connectors/scim/hostileServer.ts";
import { oneDatabase } from "../../support/databases.ts";
import { addSystem, pathOf } from "../support.ts";
import { useCsvRuns } from "./csvRuns.ts";

const SCIM_ID = 3;
const MINUTE = 60_000;

oneDatabase((database) => {
  const on = useCsvRuns(database);
  let path: string;

  beforeEach(async () => {
    await on.db.updateTable("clients").set({ limit_api: null }).execute();
    const { clientId } = on.directory;
    const added = await addSystem(on.owner, clientId, { connectorId: SCIM_ID, kind: "api" });
    path = pathOf(clientId, added.resourceId);
  });

  const pass = (time: number) => {
    on.api.clock.now = new Date(on.api.clock.now.getTime() + time);
  };

  const version = async () =>
    (await on.owner.get(`${path}/system`)).json<ConnectedSystem>().version;

  async function configure(url: string, token: string): Promise<void> {
    const saved = await on.owner.send("PUT", `${path}/configuration`, {
      body: {
        values: [
          { fieldId: "url", value: url },
          { fieldId: "authentication", value: "BEARER" },
        ],
        secrets: [{ fieldId: "token", value: token }],
        version: await version(),
      },
    });
    expect(saved.statusCode, saved.body).toBe(200);
  }

  async function publish(): Promise<void> {
    const published = await on.owner.post(`${path}/publication`, { version: await version() });
    expect(published.statusCode, published.body).toBe(200);
  }

  async function start(): Promise<string> {
    const started = await on.owner.post(`${path}/runs`, { kind: "full" });
    expect(started.statusCode, started.body).toBe(202);
    return started.json<{ importTaskOid: string }>().importTaskOid;
  }

  const settled = (oid: string, status: SystemRun["status"]) =>
    vi.waitFor(
      async () => {
        const run = (await on.owner.get(`${path}/runs/${oid}`)).json<SystemRun>();
        expect([run.status, run.problem === null]).toEqual([status, false]);
        return run;
      },
      { timeout: 30_000, interval: 50 },
    );

  const tokensOf = (calls: readonly Call[]) => [
    ...new Set(calls.map(({ headers }) => headers.authorization)),
  ];

  test("are not sent to the published address, and the run ends", async () => {
    const busy = () => ({ status: 503, headers: { "retry-after": "8" } });
    const [former, later] = [await startServer(busy), await startServer(busy)];
    await configure(former.url, "former-token");
    await publish();
    const oid = await start();
    expect((await settled(oid, "waiting")).problem).toMatchObject({ code: "systemFailed" });
    const { length } = former.calls;
    expect(length).toBeGreaterThan(0);

    pass(1_000);
    await configure(later.url, "later-token");
    pass(MINUTE);
    on.poke();
    expect((await settled(oid, "failed")).problem).toEqual({
      code: "settingsIncomplete",
      step: null,
      detail: "",
    });
    expect(former.calls).toHaveLength(length);
    expect(tokensOf(former.calls)).toEqual(["Bearer former-token"]);
    expect(later.calls).toEqual([]);

    await publish();
    await settled(await start(), "waiting");
    expect(tokensOf(later.calls)).toEqual(["Bearer later-token"]);
  });
});
