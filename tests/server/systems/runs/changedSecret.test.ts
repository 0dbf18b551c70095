/** Secrets that changed after the publication, or while a run uses them. */
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

  test.each([
    ["at the moment of the publication", 0],
    ["before the publication by the clock of another server", -1000],
  ])("are not sent to the published address if they change %s", async (_when, time) => {
    const busy = () => ({ status: 503, headers: { "retry-after": "8" } });
    const [former, later] = [await startServer(busy), await startServer(busy)];
    await configure(former.url, "former-token");
    await publish();
    pass(time);
    await configure(later.url, "later-token");
    const refused = await on.owner.post(`${path}/runs`, { kind: "full" });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ detail: { code: "systems.secretsNotPublished" } });
    const system = (await on.owner.get(`${path}/system`)).json<ConnectedSystem>();
    expect(system.unpublishedChanges).toBe(true);
    expect(former.calls).toEqual([]);
  });

  test("a refresh token that a run gets is never sent to another token endpoint", async () => {
    let reply = () => {};
    const former = await startServer(({ path: called }) =>
      called === "token"
        ? (response) => {
            reply = () => {
              response.end(JSON.stringify({ access_token: "access", refresh_token: "replaced" }));
            };
          }
        : { status: 503, headers: { "retry-after": "8" } },
    );
    const later = await startServer(() => ({ status: 400, body: { error: "invalid_grant" } }));
    const authorize = async (url: string, secrets: { fieldId: string; value: string }[]) => {
      const values = {
        url,
        authentication: "AUTHORIZATION_CODE",
        authorizeUrl: `${url}/authorize`,
        tokenUrl: `${url}/token`,
        clientId: "client",
      };
      const saved = await on.owner.send("PUT", `${path}/configuration`, {
        body: {
          values: Object.entries(values).map(([fieldId, value]) => ({ fieldId, value })),
          secrets,
          version: await version(),
        },
      });
      expect(saved.statusCode, saved.body).toBe(200);
    };
    await authorize(former.url, [{ fieldId: "refreshToken", value: "granted" }]);
    await publish();
    const oid = await start();
    await vi.waitFor(() => expect(former.calls).toHaveLength(1), { timeout: 30_000 });
    await authorize(later.url, []);
    reply();
    await settled(oid, "waiting");

    const tested = await on.owner.post(`${path}/test`);
    expect(tested.json()).toMatchObject({ failure: { remedy: "credentialsRefused" } });
    pass(MINUTE);
    on.poke();
    expect((await settled(oid, "failed")).problem).toMatchObject({ code: "settingsIncomplete" });
    await publish();
    await settled(await start(), "failed");
    const sent = later.calls.map(({ body }) => body).join("\n");
    expect(sent).not.toContain("replaced");
    expect(sent).not.toContain("granted");
  });
});
