/** Versions of watched files that are imported later: after a problem, instead of an older one, or on a slow directory. */
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import type { RunProblem } from "#events/entities/systemRun.ts";
import type { SystemPlace } from "#server/connectors/contract.ts";
import { REPEAT_LOOK_TIME } from "#server/systems/runs/watchedFiles.ts";
import { eachDatabase } from "../../support/databases.ts";
import { storeRun } from "./storedRuns.ts";
import { useWatchedSystems } from "./watchedSystems.ts";

const MINUTE = 60_000;

eachDatabase((database) => {
  const db = () => database.current.db;
  const on = useWatchedSystems(database);
  const { clock, look, lookLater, watchedSystem, drop, countRuns, statesOf, endRuns } = on;

  const failLast = async (
    place: SystemPlace,
    code: RunProblem["code"],
    change: { readonly actor_id?: string } = {},
  ) =>
    db()
      .updateTable("system_runs")
      .set({
        status: "failed",
        problem: JSON.stringify({ code, step: null, detail: "" }),
        ended_at: new Date(clock.now),
        ...change,
      })
      .where("resource_id", "=", place.resourceId)
      .where("no", "=", await countRuns(place))
      .execute();

  test("a version whose run failed for a temporary reason is imported again after growing pauses", async () => {
    const place = await watchedSystem();
    drop(place);
    expect(await lookLater()).toBe(true);
    for (const minutes of [1, 10, 60, 24 * 60, 24 * 60]) {
      await failLast(place, "diskFull");
      const runs = await countRuns(place);
      clock.advance(minutes * MINUTE - REPEAT_LOOK_TIME);
      expect(await look()).toBe(false);
      clock.advance(REPEAT_LOOK_TIME);
      expect(await look()).toBe(true);
      expect(await countRuns(place)).toBe(runs + 1);
    }
    expect(new Set(await statesOf(place)).size).toBe(1);
    await endRuns(place);
    clock.advance(24 * 60 * MINUTE);
    expect(await look()).toBe(false);
    // The pauses of a new version are short again.
    drop(place);
    expect(await lookLater()).toBe(true);
    await failLast(place, "diskFull");
    clock.advance(MINUTE);
    expect(await look()).toBe(true);
  });

  test.each<[boolean, RunProblem["code"], { readonly actor_id?: string }]>([
    [true, "gaveUp", {}],
    [true, "timedOut", {}],
    [false, "contentDamaged", {}],
    [false, "abandoned", {}],
    // A run of a user may need an approval.
    [false, "gaveUp", { actor_id: randomUUID() }],
  ])(
    "a version is imported again (%s) after the problem %s: %o",
    async (isRepeated, code, change) => {
      const place = await watchedSystem();
      drop(place);
      await lookLater();
      await failLast(place, code, change);
      clock.advance(MINUTE);
      expect(await look()).toBe(isRepeated);
      // Another server, or this one after a restart, repeats it as well.
      await failLast(place, code, change);
      clock.advance(10 * MINUTE);
      expect(await lookLater(on.startWatcher())).toBe(isRepeated);
    },
  );

  test("servers whose directories differ do not repeat each other's versions", async () => {
    const place = await watchedSystem();
    drop(place);
    await lookLater();
    await failLast(place, "gaveUp");
    await storeRun(db(), place, { no: 2, token_after: "hr.csv hr.csv of another server" });
    clock.advance(60 * MINUTE);
    expect(await look()).toBe(false);
  });

  test.each(["in/hr-", "severalFiles: "])(
    "a version that is readable again is not imported again, even if its run was undone: %s",
    async (start) => {
      const place = await watchedSystem({ path: `${start}*.csv` });
      drop(place, `${start}1.csv`);
      await lookLater();
      await endRuns(place);
      await storeRun(db(), place, { no: 2, kind: "undo" });
      const second = drop(place, `${start}2.csv`);
      expect(await lookLater()).toBe(true);
      await failLast(place, "severalFiles");
      rmSync(second);
      expect(await lookLater()).toBe(false);
      expect(await lookLater(on.startWatcher())).toBe(false);
      expect(await countRuns(place)).toBe(3);
      drop(place, `${start}1.csv`, ["1", "2"]);
      expect(await lookLater()).toBe(true);
    },
  );

  test("a run that still waits reads the newest version", async () => {
    const place = await watchedSystem();
    drop(place);
    expect(await lookLater()).toBe(true);
    // Its attempts failed, and the next one is due later.
    await db()
      .updateTable("system_runs")
      .set({
        attempts: 2,
        due_at: new Date(clock.now + 60 * MINUTE),
        problem: JSON.stringify({ code: "fileChanging", step: "find", detail: "" }),
      })
      .where("resource_id", "=", place.resourceId)
      .execute();
    const [older] = await statesOf(place);
    drop(place, "hr.csv", ["1", "2"]);
    expect(await lookLater()).toBe(true);
    const runs = await db()
      .selectFrom("system_runs")
      .select(["status", "attempts", "due_at", "problem", "token_after"])
      .where("resource_id", "=", place.resourceId)
      .execute();
    expect(runs).toMatchObject([
      { status: "waiting", attempts: 0, due_at: new Date(clock.now), problem: null },
    ]);
    const [newer] = await statesOf(place);
    expect(newer).not.toBe(older);
    // A server that has not seen the version of the run may have another directory.
    drop(place, "hr.csv", ["1", "2", "3"]);
    expect(await lookLater(on.startWatcher())).toBe(false);
    await db()
      .updateTable("system_runs")
      .set({ status: "reading" })
      .where("resource_id", "=", place.resourceId)
      .execute();
    expect(await lookLater()).toBe(false);
    expect(await statesOf(place)).toEqual([newer]);
    await endRuns(place);
    expect(await look()).toBe(true);
    expect(await countRuns(place)).toBe(2);
  });

  test("a directory that does not answer delays only the systems of its client", async () => {
    const silent = await watchedSystem();
    const others = await Promise.all([1, 2].map(() => watchedSystem()));
    for (const place of [silent, ...others]) drop(place);
    let looks = 0;
    let answer = (_state: null): void => {};
    const connectors = on.connectors.map((connector) => {
      const { watchedState } = connector;
      if (!watchedState) return connector;
      return {
        ...connector,
        watchedState: (...[configuration, folder]: Parameters<typeof watchedState>) => {
          if (folder.clientId !== silent.clientId || looks > 1) {
            return watchedState(configuration, folder);
          }
          looks += 1;
          return new Promise<null>((resolve) => {
            answer = resolve;
          });
        },
      };
    });
    const server = on.startWatcher(on.root, connectors, 1000);
    expect(await lookLater(server)).toBe(true);
    expect(await Promise.all(others.map(countRuns))).toEqual([1, 1]);
    expect(looks).toBe(1);
    looks += 1;
    answer(null);
    expect(await lookLater(server)).toBe(true);
    expect(await countRuns(silent)).toBe(1);
  });
});
