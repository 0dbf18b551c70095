/** The entries of an undo: each one takes back an entry of the undone run. */
import { createHash, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import { NO_COUNTS, type RunChange } from "#events/entities/systemRun.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { LostJobError } from "#server/jobs/leases.ts";
import { contentHash, contentText } from "#server/systems/runs/content.ts";
import { PartSize } from "#server/systems/runs/partSize.ts";
import { nextEntries } from "#server/systems/runs/partEntries.ts";
import { describeReversal, writeReversal } from "#server/systems/runs/reversal.ts";
import { oneDatabase } from "../../support/databases.ts";
import {
  EMPTY_TEXT,
  NOW,
  runOf,
  storeEntries,
  storeManyEntries,
  storeObjects,
  storeOwnRun,
  storeRun,
  storeSystem,
} from "./storedRuns.ts";

const OLD = contentText({ attributes: {}, active: true, entitlements: ["old"] });
const NEW = contentText({ attributes: {}, active: true, entitlements: ["new"] });

oneDatabase((database) => {
  const db = () => database.current.db;
  /** A run that is taken back, and the run that does it. */
  const begin = async () => {
    const place = await storeSystem(db());
    const undone = await storeRun(db(), place);
    const job = await storeOwnRun(db(), place, { status: "applying", kind: "undo" }, 2);
    const request = {
      job,
      isHr: false,
      settings: DEFAULT_SETTINGS,
      accountClasses: ["account"],
      missingAttributes: new Map(),
      missingFields: new Map(),
      entitlementClasses: [],
      isExcluded: () => false,
      now: NOW,
      partSize: new PartSize(),
    };
    return { place, undone, job, request };
  };
  const entriesOf = (oid: string) =>
    db()
      .selectFrom("system_run_entries")
      .selectAll()
      .where("run_oid", "=", oid)
      .orderBy("no")
      .execute();

  test("each change is reversed with its names and contents", async () => {
    const { place, undone, job, request } = await begin();
    const former = JSON.stringify({ owner: null, active: true, held: ["old"] });
    await storeEntries(db(), place, undone, [
      { object_id: "a", change: "added", after: NEW, former },
      { object_id: "b", change: "changed", before: OLD, after: NEW, person_id: "p1" },
      {
        object_id: "c",
        name: "New",
        name_before: "Old",
        change: "renamed",
        before: OLD,
        after: OLD,
      },
      { object_id: "d", change: "gone", before: OLD },
      { object_id: "e", change: "returned", before: OLD, after: NEW },
      { object_id: "f", change: "removed", before: OLD },
    ]);
    const other = await storeRun(db(), place, { no: 3 });
    await storeEntries(db(), place, other, [{ object_id: "x" }]);
    // An earlier attempt left something.
    await storeEntries(db(), place, job.oid, [{ object_id: "y" }]);
    await writeReversal(db(), request, undone);
    const entries = await entriesOf(job.oid);
    expect(
      entries.map((one) => [one.no, one.object_id, one.name, one.name_before, one.change]),
    ).toEqual([
      [1, "a", "a", "a", "removed"],
      [2, "b", "b", "b", "changed"],
      [3, "c", "Old", "New", "renamed"],
      [4, "d", "d", "d", "returned"],
      [5, "e", "e", "e", "gone"],
      [6, "f", "f", "f", "added"],
    ]);
    expect(entries.map(({ before, after }) => [before, after])).toEqual([
      [NEW, null],
      [NEW, OLD],
      [OLD, OLD],
      [OLD, OLD],
      [NEW, OLD],
      [OLD, OLD],
    ]);
    expect(entries.map((one) => one.after_hash && Buffer.from(one.after_hash))).toEqual([
      null,
      contentHash("b", OLD),
      contentHash("Old", OLD),
      contentHash("d", OLD),
      contentHash("e", OLD),
      contentHash("f", OLD),
    ]);
    expect(entries.map(({ search_key: key }) => key)).toEqual(["a", "b", "old", "d", "e", "f"]);
    expect(entries[0]?.former).toEqual({ owner: null, active: true, held: ["old"] });
    expect(entries[1]).toMatchObject({ former: null, person_id: "p1", object_class: "account" });
    const hash = createHash("sha256");
    for (const { object_id: id, change, after_hash: after } of entries) {
      hash.update(JSON.stringify(["account", id, change])).update(after ? Buffer.from(after) : "");
    }
    expect((await runOf(db(), job.oid)).hash).toBe(hash.digest("hex"));
  });

  test("an object of an HR system that is gone again gets no content", async () => {
    const { place, undone, job, request } = await begin();
    await storeEntries(db(), place, undone, [
      { object_id: "e", change: "returned", before: OLD, after: NEW },
    ]);
    await writeReversal(db(), { ...request, isHr: true }, undone);
    expect(await entriesOf(job.oid)).toMatchObject([{ change: "gone", before: NEW, after: null }]);
  });

  test.each([500, 501, 1001])("%i entries are reversed page by page", async (many) => {
    const { place, undone, job, request } = await begin();
    await storeManyEntries(db(), place, undone, { many, change: "removed", before: EMPTY_TEXT });
    await writeReversal(db(), request, undone);
    const entries = await entriesOf(job.oid);
    expect(entries.map(({ no }) => no)).toEqual(Array.from({ length: many }, (_, at) => at + 1));
  });

  test("a worker that lost the run writes nothing", async () => {
    const { place, undone, job, request } = await begin();
    const lost = { ...request, job: { ...job, workerId: randomUUID() } };
    await expect(writeReversal(db(), lost, undone)).rejects.toThrow(LostJobError);
    await storeEntries(db(), place, undone, [{ object_id: "a", after: NEW }]);
    await expect(writeReversal(db(), lost, undone)).rejects.toThrow(LostJobError);
    expect(await entriesOf(job.oid)).toEqual([]);
    expect((await runOf(db(), job.oid)).hash).toBeNull();
  });

  test("an undo has the reversed counts, the settings and the classes of the undone run", async () => {
    const { undone, job } = await begin();
    const counts = {
      read: 9,
      unchanged: 8,
      added: 1,
      changed: 2,
      renamed: 3,
      gone: 4,
      returned: 5,
    };
    const classes = [{ name: "account", role: "account", attributes: [] }];
    const simulation_oid = randomUUID();
    await db()
      .updateTable("system_runs")
      .set({
        counts: JSON.stringify({ ...NO_COUNTS, ...counts, removed: 6, orphaned: 7 }),
        settings: JSON.stringify(DEFAULT_SETTINGS),
        object_classes: JSON.stringify(classes),
        people: 12,
        simulation_oid,
      })
      .where("oid", "=", undone)
      .execute();
    const run = await runOf(db(), undone);
    await inTransaction(db(), (tx) => describeReversal(tx, job, run));
    expect(await runOf(db(), job.oid)).toMatchObject({
      counts: {
        read: 0,
        unchanged: 0,
        orphaned: 0,
        added: 6,
        changed: 2,
        renamed: 3,
        gone: 5,
        returned: 4,
        removed: 1,
      },
      settings: DEFAULT_SETTINGS,
      object_classes: classes,
      people: 12,
      simulation_oid,
    });
    expect(await runOf(db(), undone)).toEqual(run);
  });

  test("the undo of a run that an earlier version made has neither settings nor counts", async () => {
    const { undone, job } = await begin();
    const run = await runOf(db(), undone);
    await inTransaction(db(), (tx) => describeReversal(tx, job, run));
    expect(await runOf(db(), job.oid)).toMatchObject({
      counts: NO_COUNTS,
      settings: null,
      object_classes: null,
      simulation_oid: null,
    });
  });

  test("the entries of a part follow the last one, and only those of an undo know the content before", async () => {
    const { place, undone, job } = await begin();
    const change: RunChange = "changed";
    const entries = ["a", "b", "c"].map((id) => ({
      object_id: id,
      change,
      before: OLD,
      after: id === "b" ? null : NEW,
      account_name: id === "c" ? "c (1)" : null,
    }));
    await storeEntries(db(), place, job.oid, entries);
    await storeEntries(db(), place, undone, entries);
    await storeObjects(db(), place, [
      { object_id: "b", account_name: "former" },
      { object_id: "b", object_class: "group", account_name: "group" },
    ]);
    const parsed = { attributes: {}, active: true, entitlements: ["new"] };
    const found = await nextEntries(db(), job, { after: 1, limit: 5 });
    expect(found).toMatchObject([
      { no: 2, id: "b", content: null, formerName: "former", accountName: "b", before: OLD },
      { no: 3, id: "c", content: parsed, formerName: null, accountName: "c (1)", before: OLD },
    ]);
    expect(await nextEntries(db(), job, { after: 0, limit: 1 })).toMatchObject([{ no: 1 }]);
    const full = { ...job, oid: undone, kind: "full" } as const;
    const [first] = await nextEntries(db(), full, { after: 0, limit: 1 });
    expect(first).toMatchObject({ no: 1, before: null });
  });
});
