/** What a plan says about the objects that were read, by what is known of them. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { SystemPlace } from "#server/connectors/contract.ts";
import { LostJobError } from "#server/jobs/leases.ts";
import { contentHash, contentText } from "#server/systems/runs/content.ts";
import { KnownObjects } from "#server/systems/runs/knownObjects.ts";
import { loadKnown } from "#server/systems/runs/loadKnown.ts";
import type { RunJob } from "#server/systems/runs/leases.ts";
import { dropOwnEntries, PlanWriter, type ReadObject } from "#server/systems/runs/planWriter.ts";
import { oneDatabase } from "../../support/databases.ts";
import {
  DAY,
  NOW,
  storeManyEntries,
  storeObjects,
  storeOwnRun,
  storeSystem,
} from "./storedRuns.ts";

type Content = Partial<ReadObject["content"]>;

const read = (id: string, content: Content = {}, more: Partial<ReadObject> = {}): ReadObject => ({
  objectClass: "account",
  id,
  name: id,
  content: { attributes: {}, active: null, entitlements: [], ...content },
  ...more,
});

oneDatabase((database) => {
  const db = () => database.current.db;

  /** As the last applied run left it. */
  const known = ({ id, name, content }: ReadObject, goneAt: Date | null = null) => {
    const text = contentText(content);
    return {
      object_id: id,
      name,
      account_name: name,
      content: text,
      hash: contentHash(name, text),
      held: content.entitlements.length,
      gone_at: goneAt,
    };
  };
  const begin = async (
    objects: readonly ReturnType<typeof known>[] = [],
    addedAttributes?: readonly string[],
  ): Promise<{ place: SystemPlace; job: RunJob; plan: PlanWriter }> => {
    const place = await storeSystem(db());
    if (objects.length > 0) await storeObjects(db(), place, objects);
    const job = await storeOwnRun(db(), place);
    const found = new KnownObjects();
    await loadKnown(db(), job, found);
    return { place, job, plan: new PlanWriter(db(), job, found, addedAttributes) };
  };
  const entries = async ({ oid }: RunJob) => {
    const rows = await db()
      .selectFrom("system_run_entries")
      .selectAll()
      .where("run_oid", "=", oid)
      .orderBy("no")
      .execute();
    return rows.map(({ no, change, object_id: id, name }) => `${no} ${change} ${id} ${name}`);
  };

  test("objects are added, changed, renamed and returned, or stay", async () => {
    const left = new Date(NOW.getTime() - DAY);
    const { job, plan } = await begin([
      known(read("same", { entitlements: ["a"] })),
      known(read("less", { entitlements: ["a", "b", "c"] })),
      known(read("more", { entitlements: ["a"] })),
      known(read("old", { entitlements: ["a"] })),
      known(read("back", { entitlements: ["a", "b"] }), left),
    ]);
    await plan.take(read("new"));
    await plan.take(read("same", { entitlements: ["a"] }));
    await plan.take(read("less", { entitlements: ["a"] }));
    await plan.take(read("more", { entitlements: ["a", "b"] }));
    await plan.take(read("old", { entitlements: ["a"] }, { name: "renamed" }));
    await plan.take(read("back", {}));
    await plan.finish();
    expect(await entries(job)).toEqual([
      "1 added new new",
      "2 changed less less",
      "3 changed more more",
      "4 renamed old renamed",
      "5 returned back back",
    ]);
    expect(plan.counts).toEqual({
      read: 6,
      unchanged: 1,
      added: 1,
      changed: 2,
      renamed: 1,
      gone: 0,
      returned: 1,
      removed: 0,
      orphaned: 0,
    });
    // An object that returns loses nothing, and another's gain does not make up for a loss.
    expect(plan).toMatchObject({ lost: 2, conflicts: 0, unusable: 0, excluded: 0 });
    const stored = await db()
      .selectFrom("system_run_entries")
      .select(["name_before", "before", "after", "after_hash", "search_key"])
      .where("run_oid", "=", job.oid)
      .where("no", "in", [1, 4])
      .orderBy("no")
      .execute();
    const text = contentText(read("", { entitlements: ["a"] }).content);
    const empty = contentText(read("").content);
    expect(stored).toEqual([
      {
        name_before: null,
        before: null,
        after: empty,
        after_hash: contentHash("new", empty),
        search_key: "new",
      },
      {
        name_before: "old",
        before: text,
        after: text,
        after_hash: contentHash("renamed", text),
        search_key: "renamed",
      },
    ]);
  });

  test("the hash is that of all entries in their order", async () => {
    const { plan } = await begin([known(read("b"))]);
    await plan.take(read("a"));
    await plan.takeMissing();
    const hash = createHash("sha256")
      .update('["account","a","added"]')
      .update(contentHash("a", contentText(read("a").content)))
      .update('["account","b","gone"]')
      .digest("hex");
    expect(await plan.finish()).toBe(hash);
  });

  test("a repeat is ignored if it is equal or new, and a conflict otherwise", async () => {
    const { job, plan } = await begin([known(read("1"))]);
    for (const content of [{}, {}, { active: false }]) await plan.take(read("1", content));
    expect(plan.conflicts).toBe(1);
    for (const one of [read("2"), read("2"), read("2", {}, { objectClass: "group" })]) {
      await plan.take(one);
    }
    expect(plan.conflicts).toBe(2);
    await plan.finish();
    expect(await entries(job)).toEqual(["1 added 2 2", "2 added 2 2"]);
    expect(plan.counts).toMatchObject({ read: 3, unchanged: 1, added: 2, changed: 0 });
  });

  test.each([
    ["", false],
    ["a\0b", false],
    ["é".repeat(500), true],
    [`${"é".repeat(500)}x`, false],
  ])("an object whose id or name is %j is stored: %s", async (text, isStored) => {
    const { job, plan } = await begin();
    await plan.take(read(text, {}, { name: "name" }));
    await plan.take(read("id", {}, { name: text }));
    await plan.finish();
    expect(plan.unusable).toBe(isStored ? 0 : 2);
    expect(plan.counts.read).toBe(isStored ? 2 : 0);
    expect(await entries(job)).toHaveLength(isStored ? 2 : 0);
  });

  test("accounts that the settings leave out are counted once", async () => {
    const { plan } = await begin([known(read("1", { excluded: true }))]);
    for (const id of ["1", "2", "1", "2"]) await plan.take(read(id, { excluded: true }));
    await plan.take(read("3"));
    expect(plan.excluded).toBe(2);
  });

  test("what was not read is gone once, and removed after the grace period", async () => {
    const at = (days: number, more = 0) => new Date(NOW.getTime() - days * DAY - more);
    const { job, plan } = await begin([
      known(read("seen")),
      known(read("missing")),
      known(read("soon"), at(2, -1)),
      known(read("expired"), at(2)),
    ]);
    await plan.take(read("seen"));
    await plan.takeExpired(NOW, 2);
    await plan.takeMissing();
    await plan.finish();
    expect(await entries(job)).toEqual(["1 removed expired expired", "2 gone missing missing"]);
    expect(plan.counts).toMatchObject({ read: 1, gone: 1, removed: 1 });
  });

  test("an object is removed by a change once, unless it is gone, unknown or read", async () => {
    const { job, plan } = await begin([
      known(read("1")),
      known(read("gone"), NOW),
      known(read("read")),
    ]);
    await plan.take(read("read"));
    for (const id of ["1", "1", "gone", "unknown", "read"]) await plan.takeRemoved("account", id);
    await plan.finish();
    expect(await entries(job)).toEqual(["1 gone 1 1"]);
  });

  test("an unchanged object joins the plan for its owner, unless it is there already", async () => {
    const objects = [read("seen"), read("unseen"), read("changed")];
    const { job, plan } = await begin([...objects.map((one) => known(one)), known(read("x"), NOW)]);
    await plan.take(read("seen"));
    await plan.take(read("changed", { active: true }));
    for (const one of [...objects, read("unknown"), read("x"), read("seen")]) {
      await plan.takeUnchanged(one);
    }
    await plan.finish();
    expect(await entries(job)).toEqual([
      "1 changed changed changed",
      "2 changed seen seen",
      "3 changed unseen unseen",
    ]);
    expect(plan.counts).toMatchObject({ read: 2, unchanged: 0, changed: 3 });
  });

  test("an object that only has attributes that were not read before is completed, not changed", async () => {
    const former = read("1", { attributes: { mail: ["a"] } });
    const complete = read("1", { attributes: { mail: ["a"], phone: ["1"] } });
    const provisioned = read("2", { attributes: { mail: ["b"] } });
    const { place, job, plan } = await begin([known(former), known(provisioned)], ["phone", "fax"]);
    await plan.take(complete);
    await plan.take({ ...complete, id: "2", name: "2", content: { ...complete.content } });
    await plan.take(read("3", { attributes: { phone: ["1"] } }));
    await plan.completeKnown();
    await plan.finish();
    expect(await entries(job)).toEqual(["1 changed 2 2", "2 added 3 3"]);
    expect(plan.counts).toMatchObject({ unchanged: 1, changed: 1, added: 1 });
    const stored = await db()
      .selectFrom("system_objects")
      .select(["object_id", "content", "hash"])
      .where("resource_id", "=", place.resourceId)
      .orderBy("object_id")
      .execute();
    const text = contentText(complete.content);
    expect(stored).toMatchObject([
      { object_id: "1", content: text, hash: contentHash("1", text) },
      { object_id: "2", content: contentText(provisioned.content) },
    ]);
  });

  test("without such attributes, another content is a change", async () => {
    const { job, plan } = await begin(
      [known(read("1", { attributes: { phone: ["1"] } }))],
      ["fax"],
    );
    await plan.take(read("1"));
    await plan.completeKnown();
    await plan.finish();
    expect(await entries(job)).toEqual(["1 changed 1 1"]);
  });

  test("a repeated attempt begins without entries, however many there were", async () => {
    const { place, job } = await begin();
    await storeManyEntries(db(), place, job.oid, { many: 2001, change: "added", before: null });
    await expect(dropOwnEntries(db(), { ...job, workerId: job.oid })).rejects.toThrow(LostJobError);
    expect(await entries(job)).toHaveLength(2001);
    await dropOwnEntries(db(), job);
    expect(await entries(job)).toEqual([]);
  });

  test("a worker that lost the run writes nothing", async () => {
    const { job, plan } = await begin();
    await plan.take(read("1"));
    await db()
      .updateTable("system_runs")
      .set({ lease_owner: job.oid })
      .where("oid", "=", job.oid)
      .execute();
    await expect(plan.finish()).rejects.toThrow(LostJobError);
    expect(await entries(job)).toEqual([]);
  });
});
