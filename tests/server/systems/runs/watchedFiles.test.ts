/** Runs that new versions of watched files start, on several servers at the same time. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { FieldValue } from "#events/entities/connector.ts";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import type { SystemPlace } from "#server/connectors/contract.ts";
import { createConnectors } from "#server/connectors/registry.ts";
import { FileWatcher, SETTLE_TIME } from "#server/systems/runs/watchedFiles.ts";
import { eachDatabase } from "../../support/databases.ts";
import { NOW, storeRun, storeSystem } from "./storedRuns.ts";

eachDatabase((database) => {
  const db = () => database.current.db;
  const root = mkdtempSync(join(tmpdir(), "provision-watched-"));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const connectors = createConnectors({
    connectorFolder: root,
    dataDirectory: root,
    importMegabytes: 2,
  });
  const errors: unknown[] = [];
  const startWatcher = () => new FileWatcher(connectors, root, (error) => errors.push(error));

  let now: number;
  let watcher: FileWatcher;
  beforeEach(async () => {
    await db().deleteFrom("connected_systems").execute();
    now = NOW.getTime();
    watcher = startWatcher();
    return () => expect(errors.splice(0)).toEqual([]);
  });

  const look = (by = watcher) => by.look(db(), () => new Date(now));
  /** Looks when the files seem complete to the watcher. */
  const lookLater = async (by = watcher) => {
    await look(by);
    now += SETTLE_TIME;
    return look(by);
  };

  type Change = Partial<{
    confirmed: boolean;
    paused: boolean;
    published_at: Date | null;
    secrets_version: number;
  }>;
  const watchedSystem = async (
    values: Readonly<Record<string, FieldValue>> = {},
    change: Change = {},
  ): Promise<SystemPlace> => {
    const configuration = { source: "FOLDER", path: "hr.csv", watched: true, ...values };
    const settings = { ...DEFAULT_SETTINGS, configuration };
    const place = await storeSystem(db(), {
      settings,
      published_settings: JSON.stringify(settings),
      confirmed: true,
    });
    await db()
      .updateTable("connected_systems")
      .set({ published_at: NOW, ...change })
      .where("resource_id", "=", place.resourceId)
      .execute();
    return place;
  };
  let version = 0;
  /** Each version has another time of change. */
  const drop = ({ clientId }: SystemPlace, path = "hr.csv", rows = ["1"]): string => {
    const file = join(root, clientId, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, ["id", ...rows].join("\n"));
    version += 1;
    utimesSync(file, version, version);
    return file;
  };
  const runsOf = ({ resourceId }: SystemPlace) =>
    db()
      .selectFrom("system_runs")
      .select(["no", "kind", "status", "scheduled", "actor", "actor_id"])
      .where("resource_id", "=", resourceId)
      .orderBy("no")
      .execute();
  const countRuns = async (place: SystemPlace) => (await runsOf(place)).length;
  const endRuns = ({ resourceId }: SystemPlace, status: "done" | "failed" = "done") =>
    db()
      .updateTable("system_runs")
      .set({ status, ended_at: NOW })
      .where("resource_id", "=", resourceId)
      .execute();

  test("a new file gets one complete run as soon as it stops changing", async () => {
    const place = await watchedSystem();
    expect(await lookLater()).toBe(false);
    drop(place);
    expect(await look()).toBe(false);
    now += SETTLE_TIME - 1;
    expect(await look()).toBe(false);
    now += 1;
    expect(await look()).toBe(true);
    expect(await runsOf(place)).toEqual([
      {
        no: 1,
        kind: "full",
        status: "waiting",
        scheduled: false,
        actor: "Watched file",
        actor_id: null,
      },
    ]);
    await endRuns(place);
    expect(await lookLater()).toBe(false);
    expect(await lookLater()).toBe(false);
    drop(place, "hr.csv", ["1", "2"]);
    expect(await lookLater()).toBe(true);
    expect(await countRuns(place)).toBe(2);
  });

  test("a file that still grows gets no run", async () => {
    const place = await watchedSystem();
    const rows = ["1"];
    for (let at = 0; at < 4; at++) {
      drop(place, "hr.csv", rows);
      expect(await look()).toBe(false);
      now += SETTLE_TIME;
      rows.push(`${at}`);
    }
    expect(await countRuns(place)).toBe(0);
    expect(await look()).toBe(true);
  });

  test("a version that failed to import, or was taken back, is not imported again", async () => {
    const place = await watchedSystem();
    drop(place);
    expect(await lookLater()).toBe(true);
    await endRuns(place, "failed");
    await storeRun(db(), place, { no: 2, kind: "undo" });
    expect(await lookLater()).toBe(false);
    // After a restart, too.
    expect(await lookLater(startWatcher())).toBe(false);
    await storeRun(db(), place, { no: 3, kind: "full" });
    expect(await lookLater(startWatcher())).toBe(false);
    expect(await countRuns(place)).toBe(3);
  });

  test("of several servers one starts the run", async () => {
    const places = await Promise.all([1, 2, 3].map(() => watchedSystem()));
    for (const place of places) drop(place);
    const servers = Array.from({ length: 4 }, startWatcher);
    await Promise.all(servers.map((server) => look(server)));
    now += SETTLE_TIME;
    await Promise.all(servers.map((server) => look(server)));
    await Promise.all(servers.map((server) => look(server)));
    expect(await Promise.all(places.map(countRuns))).toEqual([1, 1, 1]);
    for (const place of places) await endRuns(place);
    for (const server of servers) expect(await look(server)).toBe(false);
    expect(await Promise.all(places.map(countRuns))).toEqual([1, 1, 1]);
  });

  test("servers whose directories differ do not start runs in turns", async () => {
    const place = await watchedSystem();
    const elsewhere = mkdtempSync(join(root, "other-"));
    drop(place);
    const copy = join(elsewhere, place.clientId);
    mkdirSync(copy);
    writeFileSync(join(copy, "hr.csv"), "id\n1\n2\n3\n");
    const other = new FileWatcher(connectors, elsewhere, (error) => errors.push(error));
    for (let at = 0; at < 4; at++) {
      await look(other);
      await lookLater();
      await look(other);
      await endRuns(place);
    }
    expect(await countRuns(place)).toBe(2);
  });

  test("a new version waits until the last run has ended or was decided", async () => {
    const place = await watchedSystem();
    const oid = await storeRun(db(), place, {
      status: "planned",
      complete: true,
      gates: JSON.stringify(["manyGone"]),
    });
    drop(place);
    expect(await lookLater()).toBe(false);
    expect(await lookLater()).toBe(false);
    await db()
      .updateTable("system_runs")
      .set({ status: "rejected", ended_at: NOW })
      .where("oid", "=", oid)
      .execute();
    expect(await look()).toBe(true);
    expect(await countRuns(place)).toBe(2);
  });

  test("a new version takes the place of an incomplete plan", async () => {
    const place = await watchedSystem();
    const plan = { complete: false, gates: JSON.stringify(["incomplete"]) };
    const oid = await storeRun(db(), place, { ...plan, status: "planned" });
    drop(place);
    expect(await lookLater()).toBe(true);
    expect((await runsOf(place)).map(({ status }) => status)).toEqual(["cancelled", "waiting"]);
    const audited = await db()
      .selectFrom("audit")
      .select(["call", "actor_id", "after"])
      .where("target", "=", place.resourceId)
      .execute();
    expect(audited).toMatchObject([
      { call: "systemRuns/replaced", actor_id: null, after: { run: oid, no: 1 } },
    ]);
  });

  test.each<[string, Readonly<Record<string, FieldValue>>, Change]>([
    ["does not watch its file", { watched: false }, {}],
    ["uploads its file", { source: "UPLOAD" }, {}],
    ["is not confirmed", {}, { confirmed: false }],
    ["is paused", {}, { paused: true }],
    ["is not published", {}, { published_at: null }],
    ["has new secrets", {}, { secrets_version: 2 }],
  ])("a system that %s gets no run", async (_case, values, change) => {
    const place = await watchedSystem(values, change);
    drop(place);
    expect(await lookLater()).toBe(false);
    expect(await countRuns(place)).toBe(0);
  });

  test("a path that may not be read, and several files for it, get a run that tells the problem once", async () => {
    const foreign = await watchedSystem();
    drop(foreign);
    const place = await watchedSystem({ path: `../${foreign.clientId}/hr.csv` });
    const several = await watchedSystem({ path: "in/hr-*.csv" });
    drop(several, "in/hr-1.csv");
    const second = drop(several, "in/hr-2.csv");
    expect(await lookLater()).toBe(true);
    const states = await db()
      .selectFrom("system_runs")
      .select("token_after")
      .where("resource_id", "in", [place.resourceId, several.resourceId])
      .orderBy("token_after")
      .execute();
    expect(states.map(({ token_after: state }) => state)).toEqual([
      "notAllowed: The path leads out of the directory that this system may use",
      "severalFiles: 2 files match hr-*.csv: hr-1.csv, hr-2.csv",
    ]);
    for (const one of [foreign, place, several]) await endRuns(one, "failed");
    expect(await lookLater()).toBe(false);
    renameSync(second, join(root, "hr-2.csv"));
    expect(await lookLater()).toBe(true);
    expect(await countRuns(several)).toBe(2);
    expect(await countRuns(place)).toBe(1);
  });

  test("the files of another client start no run", async () => {
    const place = await watchedSystem();
    const other = await watchedSystem();
    drop(other);
    expect(await lookLater()).toBe(true);
    expect(await countRuns(place)).toBe(0);
    expect(await countRuns(other)).toBe(1);
  });

  test("a system that stops waiting for its file is seen anew", async () => {
    const place = await watchedSystem();
    drop(place);
    await look();
    await db().updateTable("connected_systems").set({ paused: true }).execute();
    now += SETTLE_TIME;
    expect(await look()).toBe(false);
    await db().updateTable("connected_systems").set({ paused: false }).execute();
    expect(await look()).toBe(false);
    now += SETTLE_TIME;
    expect(await look()).toBe(true);
  });
});
