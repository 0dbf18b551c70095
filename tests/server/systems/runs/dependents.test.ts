/** Which later runs and changes prevent the undo of a run. */
import { expect, test } from "vitest";
import { NO_COUNTS } from "#events/entities/systemRun.ts";
import type { SystemPlace } from "#server/connectors/contract.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { requireIndependent } from "#server/systems/runs/dependents.ts";
import { oneDatabase } from "../../support/databases.ts";
import { NOW, runOf, storeEntries, storeObjects, storeRun, storeSystem } from "./storedRuns.ts";

oneDatabase((database) => {
  const db = () => database.current.db;
  const counts = (added: number) => JSON.stringify({ ...NO_COUNTS, added });
  /** The first run, which added accounts that still exist. */
  const firstRun = async (...ids: string[]) => {
    const place = await storeSystem(db());
    const oid = await storeRun(db(), place, { counts: counts(ids.length), ended_at: NOW });
    await storeEntries(
      db(),
      place,
      oid,
      ids.map((id) => ({ object_id: id })),
    );
    await storeObjects(
      db(),
      place,
      ids.map((id) => ({ object_id: id })),
    );
    return { place, oid };
  };
  const later = async (
    place: SystemPlace,
    no: number,
    ids: readonly string[],
    run: Parameters<typeof storeRun>[2] = {},
  ) => {
    const oid = await storeRun(db(), place, { no, ...run });
    await storeEntries(
      db(),
      place,
      oid,
      ids.map((id) => ({ object_id: id, change: "changed" as const })),
    );
  };
  const refusal = async (oid: string) => {
    const run = await runOf(db(), oid);
    const refused: unknown = await inTransaction(db(), (tx) => requireIndependent(tx, run)).catch(
      (error: unknown) => error,
    );
    return refused;
  };
  const conflict = (code: string, params?: object) =>
    expect.objectContaining({
      code: "ECONFLICT",
      reason: params ? { code, params } : expect.objectContaining({ code }),
    });

  test("the message names five later runs, and an ellipsis stands for more", async () => {
    const { place, oid } = await firstRun("1", "2", "3");
    expect(await refusal(oid)).toBeUndefined();
    for (const no of [2, 3, 4, 5]) await later(place, no, ["1"]);
    await later(place, 6, ["2", "3"]);
    expect(await refusal(oid)).toEqual(
      conflict("systemRuns.changedByRuns", { count: 3, name: "2", runs: "6, 5, 4, 3, 2" }),
    );
    await later(place, 7, ["1"]);
    expect(await refusal(oid)).toEqual(
      conflict("systemRuns.changedByRuns", { count: 3, name: "1", runs: "7, 6, 5, 4, 3, …" }),
    );
  });

  test("a run depends neither on what was undone or failed, nor on other objects, classes or systems", async () => {
    const { place, oid } = await firstRun("1");
    await later(place, 2, ["1"], { status: "undone" });
    await later(place, 3, ["1"], { kind: "undo" });
    await later(place, 4, ["1"], { status: "failed" });
    await later(place, 5, ["1"], { status: "rejected" });
    await later(place, 6, ["2"]);
    const group = await storeRun(db(), place, { no: 7 });
    await storeEntries(db(), place, group, [{ object_id: "1", object_class: "group" }]);
    const other = await firstRun("1");
    await later({ ...other.place }, 8, ["1"]);
    expect(await refusal(oid)).toBeUndefined();
    // A run does not depend on earlier ones.
    const last = await storeRun(db(), place, { no: 9, counts: counts(1), ended_at: NOW });
    await storeEntries(db(), place, last, [{ object_id: "1" }]);
    expect(await refusal(last)).toBeUndefined();
    expect(await refusal(oid)).toEqual(conflict("systemRuns.changedByRuns"));
  });

  test("only the applied entries of an abandoned run count, and the message names this run first", async () => {
    const { place, oid } = await firstRun("1", "2");
    const problem = { orphaned: 0, rejected: 0, reasons: [], problem: null };
    const applied = JSON.stringify({ no: 1, ...problem });
    await later(place, 2, ["3", "1"], { status: "failed", applied });
    expect(await refusal(oid)).toBeUndefined();
    await later(place, 3, ["2", "1"], { status: "failed", applied });
    await later(place, 4, ["1"]);
    expect(await refusal(oid)).toEqual(
      conflict("systemRuns.changedByAbandoned", { no: 3, name: "2" }),
    );
  });

  test("a run without all of its entries is not undone", async () => {
    const { place, oid } = await firstRun("1", "2");
    await db()
      .updateTable("system_runs")
      .set({ counts: counts(3) })
      .where("oid", "=", oid)
      .execute();
    expect(await refusal(oid)).toEqual(conflict("systemRuns.notUndoable"));
    const uncounted = await storeRun(db(), place, { no: 2, ended_at: NOW });
    expect(await refusal(uncounted)).toBeUndefined();
  });

  test("provisioning since the end of the run counts, also a deletion, but not of removed objects", async () => {
    const { place, oid } = await firstRun("1", "2");
    const provisioned = async (at: number) => {
      await db()
        .updateTable("system_objects")
        .set({ provisioned_at: new Date(NOW.getTime() + at) })
        .where("resource_id", "=", place.resourceId)
        .where("object_id", "=", "2")
        .execute();
      return refusal(oid);
    };
    expect(await provisioned(0)).toBeUndefined();
    const changed = conflict("systemRuns.changedByProvisioning", { count: 1, name: "2" });
    expect(await provisioned(1)).toEqual(changed);
    await db()
      .deleteFrom("system_objects")
      .where("resource_id", "=", place.resourceId)
      .where("object_id", "=", "2")
      .execute();
    expect(await refusal(oid)).toEqual(changed);
    await db()
      .updateTable("system_run_entries")
      .set({ change: "removed" })
      .where("run_oid", "=", oid)
      .where("object_id", "=", "2")
      .execute();
    expect(await refusal(oid)).toBeUndefined();
  });
});
