/** What keeps an import of a system, the writing of changes to it, and changes of its accounts apart. */
import { beforeEach, expect, test } from "vitest";
import type { RunStatus } from "#events/entities/systemRun.ts";
import type { SystemPlace } from "#server/connectors/contract.ts";
import { inTransaction } from "#server/db/transaction.ts";
import {
  hasRunningImport,
  hasWriter,
  lockSystem,
  requireIdle,
  requireNotApplying,
} from "#server/systems/systemLock.ts";
import { storePlan } from "../provisioning/storedPlans.ts";
import { oneDatabase, onPostgres } from "../support/databases.ts";
import { waitingForLocks } from "../support/waitingForLocks.ts";
import { NOW, storeRun, storeSystem } from "./runs/storedRuns.ts";

oneDatabase((database) => {
  const db = () => database.current.db;
  let place: SystemPlace;
  beforeEach(async () => {
    place = await storeSystem(db());
    // Another system works all the time.
    const other = await storeSystem(db());
    await storeRun(db(), other, { status: "applying" });
    await addPlan(other, "applying");
  });

  const addPlan = (system: SystemPlace, status: "applying" | "planned", lease_until: Date = NOW) =>
    storePlan(db(), system, { status, created_at: NOW, lease_until });
  const outcome = async (decide: typeof requireIdle) => {
    const refused: unknown = await inTransaction(db(), (tx) => decide(tx, place)).then(
      () => null,
      (error: unknown) => error,
    );
    return refused;
  };
  const conflict = (code: string) =>
    expect.objectContaining({ code: "ECONFLICT", reason: { code } });

  test.each<[RunStatus, boolean, boolean]>([
    ["waiting", false, false],
    ["reading", true, false],
    ["planned", false, false],
    ["applying", true, true],
    ["done", false, false],
    ["failed", false, false],
  ])(
    "a run that is %s works on the system: %s, on its accounts: %s",
    async (status, works, applies) => {
      await storeRun(db(), place, { status });
      expect(await hasRunningImport(db(), place)).toBe(works);
      const running = conflict("systems.isRunning");
      expect(await outcome(requireIdle)).toEqual(works ? running : null);
      expect(await outcome(requireNotApplying)).toEqual(applies ? running : null);
    },
  );

  test.each<["applying" | "planned", number, boolean, boolean]>([
    ["applying", 0, true, true],
    ["applying", -1, false, true],
    ["planned", 0, false, false],
  ])(
    "a plan that is %s with a lease until %i has a writer: %s, is written: %s",
    async (status, time, writes, isWritten) => {
      await addPlan(place, status, new Date(NOW.getTime() + time));
      expect(await hasWriter(db(), place, NOW)).toBe(writes);
      expect(await outcome(requireIdle)).toEqual(isWritten ? conflict("systems.isWriting") : null);
      expect(await outcome(requireNotApplying)).toBeNull();
    },
  );

  test("a resource without a system is idle, and cannot be locked", async () => {
    await storeRun(db(), place, { status: "applying" });
    await db()
      .deleteFrom("connected_systems")
      .where("resource_id", "=", place.resourceId)
      .execute();
    expect(await outcome(requireIdle)).toBeNull();
    expect(await inTransaction(db(), (tx) => lockSystem(tx, place))).toBe(false);
  });

  onPostgres(database)(
    "one transaction at a time has the system, and others do not wait for it",
    async () => {
      const untilWaiting = waitingForLocks(db);
      const { idle } = await inTransaction(db(), async (tx) => {
        expect(await lockSystem(tx, place)).toBe(true);
        expect(await inTransaction(db(), (other) => lockSystem(other, place))).toBe(false);
        const begun = outcome(requireIdle);
        await untilWaiting(1);
        return { idle: begun };
      });
      expect(await idle).toBeNull();
      expect(await inTransaction(db(), (tx) => lockSystem(tx, place))).toBe(true);
    },
  );
});
