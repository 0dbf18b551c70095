/** A plan that waits for a decision is announced on the list of systems and on the dashboard. */
import { expect, test } from "vitest";
import type { Attention } from "#events/entities/attention.ts";
import type { ConnectedSystem } from "#events/entities/system.ts";
import { eachDatabase } from "../../support/databases.ts";
import type { Browser } from "../../support/api.ts";
import { useCsvRuns } from "./csvRuns.ts";

eachDatabase((database) => {
  const on = useCsvRuns(database);

  const isAnnounced = async (browser: Browser) => {
    const clientPath = `/api/clients/${on.directory.clientId}`;
    const { items } = (await browser.get(`${clientPath}/attention`)).json<Attention>();
    return items.find(({ kind, system: of }) => kind === "plan" && of?.id === on.resourceId);
  };
  const system = async () =>
    (await on.owner.get(`${on.path}/system`)).json<ConnectedSystem>().planWaits;

  test("a waiting plan is announced with the figures of its gates, until somebody decides", async () => {
    // 20 accounts hold 40 entitlements.
    const rows = Array.from({ length: 20 }, (_, at) => [`${at},u${at},read`, `${at},u${at},write`]);
    await on.provide(rows.flat());
    const first = await on.run();
    expect(first).toMatchObject({ status: "done", compared: { known: 0, held: 0, lost: 0 } });
    expect(await system()).toBe(false);
    expect(await isAnnounced(on.owner)).toBeUndefined();

    // Three accounts are missing, one of the others loses both entitlements.
    await on.provide([...rows.slice(4).flat(), "3,u3,"]);
    const waiting = await on.run();
    expect(waiting).toMatchObject({
      status: "planned",
      gates: ["manyGone"],
      counts: { gone: 3 },
      compared: { known: 20, held: 40, lost: 2, maxGonePercent: 10, maxRenamedPercent: 10 },
    });
    expect(await system()).toBe(true);
    expect(await isAnnounced(on.owner)).toMatchObject({ runOid: waiting.oid, number: waiting.no });
    // A user who cannot open the system learns nothing of it.
    const mapper = await on.api.signIn("mapper");
    expect(await isAnnounced(mapper)).toBeUndefined();

    const rejected = await on.owner.post(`${on.path}/runs/${waiting.oid}/reject`);
    expect(rejected.statusCode, rejected.body).toBe(200);
    expect(await system()).toBe(false);
    expect(await isAnnounced(on.owner)).toBeUndefined();
  });
});
