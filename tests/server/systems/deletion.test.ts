/** What the deletion of a system removes besides its accounts, and what the audit trail keeps. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { AuditEntry } from "#events/entities/auditEntry.ts";
import type { SystemDeletion } from "#events/entities/systemConfiguration.ts";
import type { SystemTask } from "#events/entities/systemTask.ts";
import type { Browser } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { addSystem, MANUAL_ID, openSelfCertifiedApi, pathOf } from "./support.ts";

/** Tables whose rows are counted, and how many of them the test adds. */
const ROWS = {
  correlation_rules: 2,
  correlation_simulations: 3,
  correlation_decisions: 4,
  provisioning_plans: 5,
  mapping_previews: 1,
  system_files: 2,
  entitlement_reviews: 4,
} as const;

oneDatabase((database) => {
  let clientId: string;
  let owner: Browser;
  beforeAll(async () => {
    const opened = await openSelfCertifiedApi(database.current);
    ({ browser: owner } = opened);
    ({ clientId } = opened.directory);
    return () => opened.api.app.close();
  });

  const addTask = async (path: string, account: string) => {
    const body = { action: "disable", account, note: "" };
    const added = await owner.post(`${path}/tasks`, body);
    expect(added.statusCode, added.body).toBe(201);
    return added.json<SystemTask>().id;
  };

  /** Rows of each table, as far as they are counted. */
  const fill = async (resourceId: string) => {
    const { db } = database.current;
    const at = new Date("2026-03-01T09:00:00Z");
    const place = { client_id: clientId, resource_id: resourceId };
    const numbers = (length: number) => Array.from({ length }, (_, no) => no + 1);
    await sql`update connected_systems
      set settings = jsonb_set(settings, '{mappings}', ${JSON.stringify([{}, {}])}::jsonb)
      where resource_id = ${resourceId}`.execute(db);
    await db
      .insertInto("correlation_rules")
      .values(
        numbers(ROWS.correlation_rules).map((no) => ({
          ...place,
          id: randomUUID(),
          no,
          user_field: "email" as const,
          attributes: "[]",
          method: "exact" as const,
          threshold: 1,
          nicknames: false,
          tier: 1,
        })),
      )
      .execute();
    await db
      .insertInto("correlation_simulations")
      .values(
        numbers(ROWS.correlation_simulations).map((no) => ({
          ...place,
          oid: randomUUID(),
          no,
          status: "done" as const,
          rules: "[]",
          settings: "{}",
          actor: "ann",
          created_at: at,
          due_at: at,
        })),
      )
      .execute();
    await db
      .insertInto("correlation_decisions")
      .values(
        numbers(ROWS.correlation_decisions).map((no) => ({
          ...place,
          id: randomUUID(),
          object_class: "account",
          object_id: String(no),
          name: String(no),
          decision: "none" as const,
          decided_by: "ann",
          decided_at: at,
        })),
      )
      .execute();
    await db
      .insertInto("provisioning_plans")
      .values(
        numbers(ROWS.provisioning_plans).map((no) => ({
          ...place,
          id: randomUUID(),
          no,
          status: "rejected" as const,
          actor_id: randomUUID(),
          actor: "ann",
          created_at: at,
        })),
      )
      .execute();
    await db
      .insertInto("mapping_previews")
      .values({
        ...place,
        id: randomUUID(),
        direction: "outbound",
        status: "done",
        mappings: "[]",
        fingerprint: "x",
        actor_id: randomUUID(),
        actor: "ann",
        created_at: at,
      })
      .execute();
    await db
      .insertInto("system_files")
      .values(
        [true, true, false].map((complete) => ({
          ...place,
          id: randomUUID(),
          name: "file.csv",
          size: 1,
          complete,
          created_at: at,
        })),
      )
      .execute();
    const { no } = await db
      .selectFrom("entitlements")
      .select(({ fn }) => fn.max("no").as("no"))
      .where("client_id", "=", clientId)
      .executeTakeFirstOrThrow();
    const reviews = [
      { display_name: "Sign contracts" },
      { owner_id: randomUUID() },
      { description: "For contracts" },
      { excluded: true },
    ];
    for (const [index, review] of reviews.entries()) {
      const id = randomUUID();
      const name = `Entitlement ${index}`;
      await db
        .insertInto("entitlements")
        .values({
          client_id: clientId,
          resource_id: resourceId,
          id,
          no: no + index + 1,
          name,
          role_oid: randomUUID(),
          search_key: name.toLowerCase(),
        })
        .execute();
      await db
        .insertInto("entitlement_reviews")
        .values({ ...place, entitlement_id: id, ...review })
        .execute();
    }
  };

  test("everything that is lost is counted, and the audit trail keeps who attested what", async () => {
    const manual = { connectorId: MANUAL_ID, kind: "manual", name: "Visitor badges" };
    const { resourceId } = await addSystem(owner, clientId, manual);
    const path = pathOf(clientId, resourceId);
    const attested = await addTask(path, "ann");
    await addTask(path, "bob");
    await addTask(path, "cyd");
    expect((await owner.post(`${path}/tasks/${attested}/attest`)).statusCode).toBe(200);
    await fill(resourceId);

    const lost = (await owner.get(`${path}/deletion`)).json<SystemDeletion>();
    const setup = {
      mappingCount: 2,
      ruleCount: ROWS.correlation_rules,
      simulationCount: ROWS.correlation_simulations,
      decisionCount: ROWS.correlation_decisions,
      taskCount: 3,
      openTaskCount: 2,
      previewCount: ROWS.provisioning_plans + ROWS.mapping_previews,
      fileCount: ROWS.system_files,
      reviewCount: ROWS.entitlement_reviews - 1,
    };
    expect(lost.setup).toEqual(setup);
    // A task that was added since is not lost unseen.
    await addTask(path, "dan");
    const remove = (fingerprint: string) =>
      owner.post(`${path}/deletion`, { fingerprint, removesGrants: false });
    expect((await remove(lost.fingerprint)).statusCode).toBe(409);
    const again = (await owner.get(`${path}/deletion`)).json<SystemDeletion>();
    expect(again.setup).toEqual({ ...setup, taskCount: 4, openTaskCount: 3 });
    const removed = await remove(again.fingerprint);
    expect(removed.statusCode, removed.body).toBe(200);

    const { db } = database.current;
    for (const table of [...Object.keys(ROWS), "system_tasks"]) {
      const { rows } = await sql`
        select from ${sql.table(table)} where resource_id = ${resourceId}`.execute(db);
      expect(rows, table).toEqual([]);
    }
    const trail = await owner.get(`/api/clients/${clientId}/audit-trail?target=${resourceId}`);
    const entries = trail.json<{ _embedded: { entries: AuditEntry[] } }>()._embedded.entries;
    expect(entries.every(({ targetName }) => targetName === "Visitor badges")).toBe(true);
    const ofCall = (call: string) => entries.find((entry) => entry.call === call);
    expect(ofCall("systemTasks/attestTask")).toMatchObject({
      actor: "owner",
      fields: expect.arrayContaining([
        { field: "task", before: null, after: attested },
        { field: "action", before: null, after: "disable" },
        { field: "account", before: null, after: "ann" },
        { field: "state", before: "open", after: "attested" },
      ]),
    });
    expect(ofCall("systems/deleteSystem")?.fields).toEqual(
      expect.arrayContaining([
        { field: "openTaskCount", before: "3", after: null },
        { field: "decisionCount", before: "4", after: null },
      ]),
    );
  });
});
