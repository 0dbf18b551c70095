/** Whom a plan of an HR system ends, among many objects and with objects that several entries describe. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import type { RunChange } from "#events/entities/systemRun.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { LostJobError } from "#server/jobs/leases.ts";
import { contentText } from "#server/systems/runs/content.ts";
import { endPeople, findEndedPeople } from "#server/systems/runs/endedPeople.ts";
import { markLeavingPeople } from "#server/systems/runs/leavingPeople.ts";
import { oneDatabase } from "../../support/databases.ts";
import { keyOf, NOW, storeEntries, storeObjects, storeOwnRun, storeSystem } from "./storedRuns.ts";

const contentOf = (number: string, active: boolean | null = true) =>
  contentText({ attributes: number === "" ? {} : { number: [number] }, active, entitlements: [] });

oneDatabase((database) => {
  const db = () => database.current.db;
  const begin = async () => {
    const settings = { ...DEFAULT_SETTINGS, identity: { externalId: "number" } };
    const place = await storeSystem(db(), { kind: "hr", settings });
    const job = await storeOwnRun(db(), place, { status: "reading", kind: "full" });
    return { place, job, request: { job, settings, accountClasses: ["account"], now: NOW } };
  };
  type Begun = Awaited<ReturnType<typeof begin>>;
  const entries = (
    { place, job }: Begun,
    ...rows: readonly (readonly [
      id: string,
      change: RunChange,
      before: string | null,
      after: string | null,
      person?: string,
      objectClass?: string,
    ])[]
  ) =>
    storeEntries(
      db(),
      place,
      job.oid,
      rows.map(([object_id, change, before, after, person_id = null, objectClass = "account"]) => ({
        object_id,
        change,
        before,
        after,
        person_id,
        object_class: objectClass,
      })),
    );
  const objects = ({ place }: Begun, ...rows: readonly (readonly [string, string, string?])[]) =>
    storeObjects(
      db(),
      place,
      rows.map(([object_id, content, object_class = "account"]) => ({
        object_id,
        content,
        object_class,
      })),
    );
  const ended = async ({ request }: Begun) => [...(await findEndedPeople(db(), request))].sort();

  test("people end whose objects are removed or become inactive, not those of gone or other objects", async () => {
    const on = await begin();
    await entries(
      on,
      ["1", "removed", contentOf("p1"), null],
      ["2", "changed", contentOf("p2"), contentOf("p2", false)],
      ["3", "added", null, contentOf("p3", false)],
      ["4", "gone", contentOf("p4"), null],
      ["5", "changed", contentOf("p5", false), contentOf("p5")],
      ["6", "removed", contentOf("p6"), null, undefined, "group"],
      ["7", "removed", contentOf(""), null],
      ["8", "changed", contentOf("p8"), contentOf("p8", null)],
      ["9", "removed", null, null, "p9"],
    );
    expect(await ended(on)).toEqual(["p1", "p2", "p3"]);
  });

  test("the person whom the plan names counts, not the one whom the object describes", async () => {
    const on = await begin();
    await entries(
      on,
      ["1", "removed", contentOf("p1"), null, "named"],
      ["2", "removed", contentOf("p2"), null],
    );
    expect(await ended(on)).toEqual(["named", "p2"]);
  });

  test("a person stays whom another entry or another object describes as active", async () => {
    const on = await begin();
    await entries(
      on,
      ["1", "removed", contentOf("p1"), null],
      ["2", "added", null, contentOf("p1")],
      ["3", "removed", contentOf("p2"), null],
      ["4", "removed", contentOf("p3"), null],
      ["5", "removed", contentOf("p4"), null],
      ["6", "changed", contentOf("x"), contentOf("y", null), "p5"],
      ["7", "removed", contentOf("p5"), null],
    );
    await objects(
      on,
      // The plan removes these.
      ["1", contentOf("p1")],
      ["3", contentOf("p2")],
      ["other2", contentOf("p2")],
      ["other3", contentOf("p3", false)],
      ["other4", contentOf("p4"), "group"],
    );
    // The same object of another system does not count.
    await objects(await begin(), ["other3", contentOf("p3")]);
    expect(await ended(on)).toEqual(["p3", "p4"]);
  });

  test.each([2000, 2001, 4001])("%i entries and objects are read page by page", async (many) => {
    const on = await begin();
    const { clientId, resourceId } = on.place;
    const quoted = (active: string) =>
      sql`'{"attributes":{"number":["p' || no || '"]},"active":' || ${active}::text || ',"entitlements":[]}'`;
    await sql`
      insert into system_run_entries (
        client_id, resource_id, run_oid, no, object_class, object_id, name, search_key, change, before
      )
      select ${clientId}::uuid, ${resourceId}::uuid, ${on.job.oid}::uuid, no, 'account', no::text, no::text, no::text,
        'removed', ${quoted("true")}
      from generate_series(1, ${many}::integer) as no
    `.execute(db());
    // Others describe all but the first and the last person.
    await sql`
      insert into system_objects (client_id, resource_id, object_class, object_id, name, hash, content, held)
      select ${clientId}::uuid, ${resourceId}::uuid, 'account', 'x' || lpad(no::text, 5, '0'), no::text,
        ${Buffer.alloc(16)}::bytea, ${quoted("null")}, 0
      from generate_series(2, ${many - 1}::integer) as no
    `.execute(db());
    await objects(on, ["y", contentOf(`p${many}`)], ["z", contentOf("p1")]);
    expect(await ended(on)).toEqual([]);
    await db()
      .deleteFrom("system_objects")
      .where("resource_id", "=", resourceId)
      .where("object_id", "in", ["y", "z"])
      .execute();
    expect(await ended(on)).toEqual(["p1", `p${many}`]);
  });

  type Person = Readonly<{ id: string; ended?: boolean; by_hand?: boolean }>;
  const addPeople = ({ place: { clientId } }: Begun, ...people: readonly Person[]) =>
    db()
      .insertInto("identities")
      .values(
        people.map(({ id, ended: isEnded = false, by_hand = false }) => ({
          client_id: clientId,
          oid: randomUUID(),
          external_id: id,
          search_key: id,
          job_title: "Clerk",
          ended_at: isEnded ? NOW : null,
          by_hand,
        })),
      )
      .execute();

  test("entries of people who leave are marked, and those who stay are counted", async () => {
    const on = await begin();
    await addPeople(
      on,
      { id: "p1" },
      { id: "p2" },
      { id: "p3", ended: true },
      { id: "p4", by_hand: true },
      { id: "p5" },
      { id: "p6" },
    );
    await addPeople(await begin(), { id: "p7" });
    const inactive = (id: string) => contentOf(id, false);
    await entries(
      on,
      ["1", "changed", contentOf("p1"), inactive("p1"), "p1"],
      ["2", "changed", contentOf("p1"), inactive("p1"), "p1"],
      ["3", "changed", contentOf("p2"), inactive("p2"), "p2"],
      ["4", "changed", contentOf("p3"), inactive("p3"), "p3"],
      ["5", "changed", contentOf("p4"), inactive("p4"), "p4"],
      ["6", "removed", contentOf("p6"), null, "p6"],
      ["7", "changed", contentOf("p7"), inactive("p7"), "p7"],
    );
    await db()
      .insertInto("system_objects")
      .values({
        ...keyOf(on.place),
        object_class: "account",
        object_id: "5",
        name: "5",
        hash: Buffer.alloc(16),
        content: contentOf("p5"),
        held: 0,
        person_id: "p5",
      })
      .execute();
    // p1 and p2 leave; p5 and the removed p6 are described as well.
    expect(await markLeavingPeople(db(), on.request)).toEqual({ leaving: 2, employed: 4 });
    const marked = await db()
      .selectFrom("system_run_entries")
      .select("no")
      .where("run_oid", "=", on.job.oid)
      .where("leaves", "=", true)
      .orderBy("no")
      .execute();
    expect(marked.map(({ no }) => no)).toEqual([1, 2, 3]);
  });

  test("if nobody leaves, nobody is counted", async () => {
    const on = await begin();
    await addPeople(on, { id: "p1" });
    await entries(on, ["1", "changed", contentOf("p1", false), contentOf("p1"), "p1"]);
    expect(await markLeavingPeople(db(), on.request)).toEqual({ leaving: 0, employed: 0 });
  });

  test("a worker that lost the run marks nothing", async () => {
    const on = await begin();
    await addPeople(on, { id: "p1" });
    await entries(on, ["1", "changed", contentOf("p1"), contentOf("p1", false), "p1"]);
    const job = { ...on.job, workerId: randomUUID() };
    await expect(markLeavingPeople(db(), { ...on.request, job })).rejects.toThrow(LostJobError);
  });

  test("ended people lose their job, their orgs and their roles from then on, and others nothing", async () => {
    const on = await begin();
    await addPeople(
      on,
      { id: "p1" },
      { id: "p2", ended: true },
      { id: "p3", by_hand: true },
      { id: "p4" },
    );
    const { clientId } = on.place;
    const oidOf = async (id: string) =>
      (
        await db()
          .selectFrom("identities")
          .select("oid")
          .where("client_id", "=", clientId)
          .where("external_id", "=", id)
          .executeTakeFirstOrThrow()
      ).oid;
    const addAssignment = async (id: string, valid_until: Date | null) => {
      const access_role_oid = randomUUID();
      await sql`
        insert into access_roles (client_id, oid, name, search_key, created_at, changed_at)
        values (${clientId}, ${access_role_oid}, ${access_role_oid}, '', ${NOW}, ${NOW})
      `.execute(db());
      await db()
        .insertInto("access_role_assignments")
        .values({
          client_id: clientId,
          id: randomUUID(),
          access_role_oid,
          identity_oid: await oidOf(id),
          valid_until,
          created_at: NOW,
          created_by: "mia",
        })
        .execute();
    };
    const after = new Date(NOW.getTime() + 1);
    const before = new Date(NOW.getTime() - 1);
    for (const until of [null, after, NOW, before]) await addAssignment("p1", until);
    await addAssignment("p4", null);
    const people = new Set(["p1", "p2", "p3", "unknown"]);
    await inTransaction(db(), (tx) => endPeople(tx, on.request, people));
    const rows = await db()
      .selectFrom("identities")
      .select(["external_id", "job_title", "ended_at", "version"])
      .where("client_id", "=", clientId)
      .orderBy("external_id")
      .execute();
    expect(rows).toEqual([
      { external_id: "p1", job_title: null, ended_at: NOW, version: 2 },
      { external_id: "p2", job_title: "Clerk", ended_at: NOW, version: 1 },
      { external_id: "p3", job_title: "Clerk", ended_at: null, version: 1 },
      { external_id: "p4", job_title: "Clerk", ended_at: null, version: 1 },
    ]);
    const assigned = await db()
      .selectFrom("access_role_assignments as a")
      .innerJoin("identities as i", (join) =>
        join.onRef("i.client_id", "=", "a.client_id").onRef("i.oid", "=", "a.identity_oid"),
      )
      .select(["i.external_id", "a.valid_until"])
      .where("a.client_id", "=", clientId)
      .orderBy("i.external_id")
      .orderBy("a.valid_until")
      .execute();
    expect(assigned.map((one) => [one.external_id, one.valid_until])).toEqual([
      ["p1", before],
      ["p1", NOW],
      ["p1", NOW],
      ["p1", NOW],
      ["p4", null],
    ]);
    const history = await db()
      .selectFrom("person_history")
      .select(["kind", "before", "after", "run_oid", "resource_id", "actor", "at"])
      .where("client_id", "=", clientId)
      .execute();
    expect(history).toEqual([
      {
        kind: "left",
        before: { jobTitle: "Clerk" },
        after: {},
        run_oid: on.job.oid,
        resource_id: on.place.resourceId,
        actor: "ann",
        at: NOW,
      },
    ]);
  });
});
