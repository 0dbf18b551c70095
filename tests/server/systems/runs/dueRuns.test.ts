/** Which systems get a scheduled run, what the run reads, and which waiting plan it replaces. */
import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import { readConfig } from "#server/config.ts";
import type { SystemPlace } from "#server/connectors/contract.ts";
import { createConnectors } from "#server/connectors/registry.ts";
import { startDueRuns } from "#server/systems/runs/dueRuns.ts";
import { oneDatabase } from "../../support/databases.ts";
import { DAY, NOW, storeRun, storeSystem } from "./storedRuns.ts";

const HOUR = DAY / 24;
const CONNECTORS = createConnectors(readConfig({}));
/** Its connector reads changes. */
const LDAP_ID = 2;

oneDatabase((database) => {
  const db = () => database.current.db;
  type Change = Partial<{
    paused: boolean;
    published_at: Date | null;
    secrets_version: number;
    sync_token: string | null;
    next_run_at: Date;
    confirmed: boolean;
  }>;
  /** A published system whose hourly run is due. */
  const dueSystem = async (change: Change = {}, connectorId = LDAP_ID): Promise<SystemPlace> => {
    const settings = { ...DEFAULT_SETTINGS, everyMinutes: 60 };
    const place = await storeSystem(db(), {
      connector_id: connectorId,
      settings,
      published_settings: JSON.stringify(settings),
      confirmed: true,
    });
    await db()
      .updateTable("connected_systems")
      .set({ published_at: NOW, next_run_at: NOW, ...change })
      .where("resource_id", "=", place.resourceId)
      .execute();
    return place;
  };
  const runsOf = ({ resourceId }: SystemPlace) =>
    db()
      .selectFrom("system_runs")
      .select(["no", "kind", "status", "scheduled", "actor", "actor_id"])
      .where("resource_id", "=", resourceId)
      .orderBy("no")
      .execute();
  const nextOf = async ({ resourceId }: SystemPlace) => {
    const { next_run_at: next } = await db()
      .selectFrom("connected_systems")
      .select("next_run_at")
      .where("resource_id", "=", resourceId)
      .executeTakeFirstOrThrow();
    return next;
  };
  const started = async (place: SystemPlace) => {
    await startDueRuns(db(), CONNECTORS, NOW);
    return (await runsOf(place)).map(({ status, kind }) => `${status} ${kind}`);
  };

  test("a due system gets a run, and its next one an interval later", async () => {
    const place = await dueSystem();
    await startDueRuns(db(), CONNECTORS, NOW);
    expect(await runsOf(place)).toEqual([
      {
        no: 1,
        kind: "full",
        status: "waiting",
        scheduled: true,
        actor: "Schedule",
        actor_id: null,
      },
    ]);
    expect(await nextOf(place)).toEqual(new Date(NOW.getTime() + HOUR));
  });

  test.each<[string, Change]>([
    ["is not due", { next_run_at: new Date(NOW.getTime() + 1) }],
    ["is paused", { paused: true }],
    ["is not published", { published_at: null }],
    ["has new secrets", { secrets_version: 2 }],
  ])("a system that %s keeps its time", async (_case, change) => {
    const place = await dueSystem(change);
    expect(await started(place)).toEqual([]);
    expect(await nextOf(place)).toEqual(change.next_run_at ?? NOW);
  });

  test("a system without a schedule has no next run", async () => {
    const place = await dueSystem({ confirmed: false });
    expect(await started(place)).toEqual([]);
    expect(await nextOf(place)).toBeNull();
  });

  test("changes are read for a day after the beginning of a complete read", async () => {
    const kinds: string[] = [];
    for (const age of [DAY - 1, DAY]) {
      const place = await dueSystem({ sync_token: "token" });
      await storeRun(db(), place, { created_at: new Date(NOW.getTime() - age) });
      kinds.push(...(await started(place)));
    }
    expect(kinds).toEqual(["done full", "waiting changes", "done full", "waiting full"]);
  });

  test.each<[string, Change, Parameters<typeof storeRun>[2]]>([
    ["without a token", { sync_token: null }, {}],
    ["after a failed one", { sync_token: "token" }, { status: "failed" }],
    ["after one that read changes", { sync_token: "token" }, { kind: "changes" }],
  ])("everything is read %s", async (_case, change, last) => {
    const place = await dueSystem(change);
    await storeRun(db(), place, { created_at: new Date(NOW.getTime() - HOUR), ...last });
    expect((await started(place)).at(-1)).toBe("waiting full");
  });

  test("a system that cannot report changes is read completely", async () => {
    const place = await dueSystem({ sync_token: "the state of a watched file" }, 1);
    await storeRun(db(), place, { created_at: NOW });
    expect(await started(place)).toEqual(["done full", "waiting full"]);
  });

  test("the complete read of another system does not count", async () => {
    const place = await dueSystem({ sync_token: "token" });
    await storeRun(db(), await dueSystem({ paused: true }), { created_at: NOW });
    expect(await started(place)).toEqual(["waiting full"]);
  });

  test("a run that is open is not replaced", async () => {
    const place = await dueSystem();
    await storeRun(db(), place, { status: "applying", complete: false });
    expect(await started(place)).toEqual(["applying full"]);
    expect(await nextOf(place)).toEqual(new Date(NOW.getTime() + HOUR));
  });

  const gates = (...codes: string[]) => JSON.stringify(codes);
  test.each<[boolean, string, Parameters<typeof storeRun>[2]]>([
    [true, "is incomplete", { complete: false, gates: gates("incomplete") }],
    [true, "waits only because a user wanted that", { complete: true, waits: true }],
    [false, "waits for its gates", { complete: true, gates: gates("manyGone") }],
    [false, "also waits for its gates", { complete: true, waits: true, gates: gates("manyGone") }],
  ])("a waiting plan is replaced (%s) if it %s", async (isReplaced, _case, plan) => {
    const place = await dueSystem();
    const oid = await storeRun(db(), place, { ...plan, no: 4, status: "planned" });
    const elsewhere = await dueSystem({ paused: true });
    await storeRun(db(), elsewhere, { ...plan, status: "planned" });
    expect(await started(place)).toEqual(
      isReplaced ? ["cancelled full", "waiting full"] : ["planned full"],
    );
    const audited = await db()
      .selectFrom("audit")
      .select(["call", "client_id", "actor_id", "after", "at"])
      .where("target", "=", place.resourceId)
      .execute();
    expect(audited).toMatchObject(
      isReplaced
        ? [
            {
              call: "systemRuns/replaced",
              client_id: place.clientId,
              at: NOW,
              after: { run: oid, no: 4 },
            },
          ]
        : [],
    );
    const ended = await db()
      .selectFrom("system_runs")
      .select("ended_at")
      .where("oid", "=", oid)
      .executeTakeFirstOrThrow();
    expect(ended.ended_at).toEqual(isReplaced ? NOW : null);
    expect(await runsOf(elsewhere)).toHaveLength(1);
  });

  test.each<[boolean, "hr" | "export", Parameters<typeof storeRun>[2]]>([
    [false, "hr", { complete: true }],
    [true, "hr", { complete: false, gates: gates("incomplete") }],
    [true, "export", { complete: true }],
  ])(
    "where a second person is required, a plan that a user wanted is replaced (%s) in a system of kind %s: %o",
    async (isReplaced, kind, plan) => {
      const place = await dueSystem();
      await db()
        .updateTable("connected_systems")
        .set({ kind })
        .where("resource_id", "=", place.resourceId)
        .execute();
      await db()
        .updateTable("clients")
        .set({ requires_second_approver: true })
        .where("id", "=", place.clientId)
        .execute();
      await storeRun(db(), place, { ...plan, waits: true, status: "planned" });
      expect(await started(place)).toEqual(
        isReplaced ? ["cancelled full", "waiting full"] : ["planned full"],
      );
    },
  );

  test("the systems that have waited longest come first, twenty at a time", async () => {
    const places: SystemPlace[] = [];
    for (let at = 0; at < 21; at++) {
      places.push(await dueSystem({ next_run_at: new Date(NOW.getTime() - HOUR - at) }));
    }
    await startDueRuns(db(), CONNECTORS, NOW);
    const counts = await Promise.all(places.map(async (place) => (await runsOf(place)).length));
    expect(counts).toEqual([0, ...Array.from({ length: 20 }, () => 1)]);
    await startDueRuns(db(), CONNECTORS, NOW);
    const [latest] = places;
    expect(latest && (await runsOf(latest))).toHaveLength(1);
  });
});
