/** People whose objects are inactive in an HR system, or were missing for longer than the grace period. */
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { contentText } from "#server/systems/runs/content.ts";
import { endPeople, findEndedPeople } from "#server/systems/runs/endedPeople.ts";
import { adoptIdentities } from "#server/import/identityTable.ts";
import { eachDatabase } from "../../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../../support/directory.ts";

const NOW = new Date("2026-03-02T09:00:00Z");
const contentOf = (id: string) =>
  contentText({ attributes: { number: [id] }, active: null, entitlements: [] });

eachDatabase((database) => {
  let directory: TestDirectory;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
  });

  test("a removed person is ended and leaves the orgs, unless another object describes them", async () => {
    const { db } = database.current;
    const { clientId, resources } = directory;
    const place = { client_id: clientId, resource_id: resources.crm };
    const oid = randomUUID();
    await db
      .insertInto("connected_systems")
      .values({
        ...place,
        connector_id: 1,
        kind: "hr",
        settings: JSON.stringify(DEFAULT_SETTINGS),
        created_at: NOW,
      })
      .execute();
    await db
      .insertInto("system_runs")
      .values({
        ...place,
        oid,
        no: 1,
        kind: "full",
        status: "applying",
        scheduled: false,
        actor: "Ann",
        created_at: NOW,
        due_at: NOW,
      })
      .execute();
    // P1 and P2 are removed; another object describes P2, and P3 stays.
    const objects = [
      ["1", "P1"],
      ["2", "P2"],
      ["3", "P3"],
      ["4", "P2"],
    ] as const;
    await db
      .insertInto("system_objects")
      .values(
        objects.map(([id, person]) => ({
          ...place,
          object_class: "person",
          object_id: id,
          name: person,
          hash: Buffer.alloc(16),
          content: contentOf(person),
          held: 0,
        })),
      )
      .execute();
    await db
      .insertInto("system_run_entries")
      .values(
        ["1", "2"].map((id) => ({
          ...place,
          run_oid: oid,
          no: Number(id),
          object_class: "person",
          object_id: id,
          name: id,
          search_key: id,
          change: "removed" as const,
          before: contentOf(`P${id}`),
        })),
      )
      .execute();
    const request = {
      job: {
        clientId,
        resourceId: resources.crm,
        oid,
        workerId: randomUUID(),
        status: "applying",
        kind: "full",
        actor: { id: null, username: "Schedule" },
        attempt: 1,
      },
      settings: { ...DEFAULT_SETTINGS, identity: { externalId: "number" } },
      accountClasses: ["person"],
      now: NOW,
    } as const;
    // The run may have named the person, such as by a slow mapping: the object is not evaluated again.
    const unmapped = { ...request, settings: { ...request.settings, identity: {} } };
    expect(await findEndedPeople(db, unmapped)).toEqual(new Set());
    const entries = () =>
      db.updateTable("system_run_entries").where("run_oid", "=", oid).where("no", "=", 1);
    await entries().set({ person_id: "P3" }).execute();
    expect(await findEndedPeople(db, unmapped)).toEqual(new Set(["P3"]));
    await entries().set({ person_id: null }).execute();
    const leaving = await findEndedPeople(db, request);
    await inTransaction(db, (tx) => endPeople(tx, request, leaving));
    const ended = async () => {
      const rows = await db
        .selectFrom("identities")
        .select(["external_id", "oid"])
        .where("client_id", "=", clientId)
        .where("ended_at", "is not", null)
        .execute();
      return rows;
    };
    const [person, ...others] = await ended();
    expect(person?.external_id).toBe("P1");
    expect(others).toEqual([]);
    const orgs = await db
      .selectFrom("identity_orgs")
      .select("org_oid")
      .where("identity_oid", "=", person?.oid ?? "")
      .execute();
    expect(orgs).toEqual([]);
    // An import that contains the person again revives them.
    await inTransaction(db, (tx) => adoptIdentities(tx, clientId, ["P1"]));
    expect(await ended()).toEqual([]);
  });
});
