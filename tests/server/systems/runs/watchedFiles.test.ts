/** Runs that new versions of watched files start, on several servers at the same time. */
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SETTLE_TIME } from "#server/systems/runs/watchedFiles.ts";
import { eachDatabase } from "../../support/databases.ts";
import { NOW, storeRun } from "./storedRuns.ts";
import { useWatchedSystems, type WatchedChange, type WatchedValues } from "./watchedSystems.ts";

eachDatabase((database) => {
  const db = () => database.current.db;
  const on = useWatchedSystems(database);
  const { root, clock, startWatcher, look, lookLater, watchedSystem, drop } = on;
  const { runsOf, countRuns, endRuns } = on;

  test("a new file gets one complete run as soon as it stops changing", async () => {
    const place = await watchedSystem();
    expect(await lookLater()).toBe(false);
    drop(place);
    expect(await look()).toBe(false);
    clock.advance(SETTLE_TIME - 1);
    expect(await look()).toBe(false);
    clock.advance(1);
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
      clock.advance(SETTLE_TIME);
      rows.push(`${at}`);
    }
    expect(await countRuns(place)).toBe(0);
    expect(await look()).toBe(true);
  });

  test("a version whose import failed or was undone is not imported again", async () => {
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

  test("only one of several servers starts the run", async () => {
    const places = await Promise.all([1, 2, 3].map(() => watchedSystem()));
    for (const place of places) drop(place);
    const servers = Array.from({ length: 4 }, () => startWatcher());
    await Promise.all(servers.map((server) => look(server)));
    clock.advance(SETTLE_TIME);
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
    const other = startWatcher(elsewhere);
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

  test("a new version replaces an incomplete plan", async () => {
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

  test("where a second person is required, the plan that a user started stays until it is decided", async () => {
    const place = await watchedSystem({}, { kind: "hr" });
    await db()
      .updateTable("clients")
      .set({ requires_second_approver: true })
      .where("id", "=", place.clientId)
      .execute();
    const plan = { complete: true, waits: true, actor_id: randomUUID() };
    const oid = await storeRun(db(), place, { ...plan, status: "planned" });
    drop(place);
    expect(await lookLater()).toBe(false);
    expect(await lookLater()).toBe(false);
    expect(await runsOf(place)).toMatchObject([{ status: "planned" }]);
    await db()
      .updateTable("system_runs")
      .set({ status: "rejected", ended_at: NOW })
      .where("oid", "=", oid)
      .execute();
    expect(await look()).toBe(true);
  });

  test("a version whose plan a user has rejected is not imported again", async () => {
    const place = await watchedSystem();
    drop(place);
    await lookLater();
    // A run of a user stores the version that it has read as well.
    await db()
      .updateTable("system_runs")
      .set({ actor_id: randomUUID(), actor: "ann", status: "rejected", ended_at: NOW })
      .where("resource_id", "=", place.resourceId)
      .execute();
    expect(await lookLater(startWatcher())).toBe(false);
    drop(place, "hr.csv", ["1", "2"]);
    expect(await lookLater()).toBe(true);
  });

  test.each<[string, WatchedValues, WatchedChange]>([
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

  test("a forbidden path and a path with several files each get one run that reports the problem", async () => {
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
      "/notAllowed: The path leads out of the directory that this system may use",
      "/severalFiles: 2 files match hr-*.csv: hr-1.csv, hr-2.csv",
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

  test("the settle time starts again after a system was paused", async () => {
    const place = await watchedSystem();
    drop(place);
    await look();
    await db().updateTable("connected_systems").set({ paused: true }).execute();
    clock.advance(SETTLE_TIME);
    expect(await look()).toBe(false);
    await db().updateTable("connected_systems").set({ paused: false }).execute();
    expect(await look()).toBe(false);
    clock.advance(SETTLE_TIME);
    expect(await look()).toBe(true);
  });
});
