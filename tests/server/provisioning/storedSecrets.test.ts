/** Previews of earlier versions, which hold values of secret attributes. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import { HIDDEN_VALUE } from "#events/rules/provisioning.ts";
import { migrate } from "#server/db/migrate.ts";
import { mappingOf } from "#server/mappings/commands.ts";
import { contentText, parseContent } from "#server/systems/runs/content.ts";
import { outboundDraft } from "../mappings/support.ts";
import { eachDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";

const NOW = new Date("2026-06-30T08:00:00Z");
const content = (attributes: Record<string, string[]>) =>
  contentText({ attributes, active: true, entitlements: ["VPN"] });

eachDatabase((database) => {
  let directory: TestDirectory;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    const { clientId, resources } = directory;
    const pin = outboundDraft("extension/apiKey", "user/pin");
    await database.current.db
      .insertInto("connected_systems")
      .values({
        client_id: clientId,
        resource_id: resources.crm,
        connector_id: 1,
        kind: "export",
        settings: JSON.stringify(DEFAULT_SETTINGS),
        published_settings: JSON.stringify({
          ...DEFAULT_SETTINGS,
          mappings: [mappingOf(pin, resources.crm, randomUUID())],
        }),
        created_at: NOW,
      })
      .execute();
  });

  test("lose them when the server starts, as do their tasks, and keep everything else", async () => {
    const { db } = database.current;
    const place = { client_id: directory.clientId, resource_id: directory.resources.crm };
    const planId = randomUUID();
    await db
      .insertInto("provisioning_plans")
      .values({
        ...place,
        id: planId,
        no: 1,
        status: "partlyFailed",
        actor_id: directory.users.owner,
        actor: "owner",
        created_at: NOW,
      })
      .execute();
    const secret = { userPassword: ["old secret"], pin: ["1234"] };
    const name = ["line\nbreak", "\u0001", "\ud800", String.raw`\ud800`];
    const readable = ["line\nbreak", "\u0001", "\ufffd", String.raw`\ud800`];
    const change = {
      ...place,
      plan_id: planId,
      object_class: "user",
      search_key: "",
      state: "failed" as const,
    };
    await db
      .insertInto("provisioning_changes")
      .values([
        {
          ...change,
          no: 1,
          kind: "create",
          account: "ann",
          before: null,
          after: content({ ...secret, name }),
          source: JSON.stringify({ username: ["ann"], "extension/apiKey": ["1234"] }),
          problem: JSON.stringify({ code: "valueTooLong", detail: "pin: 1234" }),
        },
        {
          ...change,
          no: 2,
          kind: "change",
          account: "bob",
          before: content({ ...secret, name: [] }),
          after: content({ ...secret, name }),
          seen: content({ ...secret, name: [] }),
          problem: JSON.stringify({ code: "valueRefused", detail: "The name is too long" }),
        },
        {
          ...change,
          no: 3,
          kind: "grant",
          account: "cyd",
          before: null,
          after: content({}),
          source: null,
        },
      ])
      .execute();
    const taskId = randomUUID();
    await db
      .insertInto("system_tasks")
      .values({
        ...place,
        id: taskId,
        action: "create",
        account: "ann",
        identity_oid: null,
        changes: JSON.stringify([
          { attribute: "pin", add: ["1234"], remove: [] },
          { attribute: "name", add: ["Ann"], remove: ["Anne"] },
        ]),
        note: "",
        search_key: "",
        created_by: "owner",
        created_at: NOW,
      })
      .execute();
    await sql`delete from schema_migrations where name = '0073_storedSecrets'`.execute(db);
    expect(await migrate(db)).toEqual(["0073_storedSecrets"]);

    const [created, changed, granted] = await db
      .selectFrom("provisioning_changes")
      .selectAll()
      .where("plan_id", "=", planId)
      .orderBy("no")
      .execute();
    expect(created?.before).toBeNull();
    expect(parseContent(created?.after ?? "")).toEqual({
      attributes: { name: readable, pin: [HIDDEN_VALUE], userPassword: [HIDDEN_VALUE] },
      active: true,
      entitlements: ["VPN"],
    });
    expect(JSON.parse(created?.source ?? "")).toEqual({ username: ["ann"] });
    expect(created?.problem).toEqual({ code: "valueTooLong", detail: "pin" });
    // A retry would write a hidden value.
    expect(parseContent(changed?.before ?? "").attributes).toEqual({ name: [] });
    expect(parseContent(changed?.after ?? "").attributes).toEqual({ name: readable });
    expect(parseContent(changed?.seen ?? "").attributes).toEqual({ name: [] });
    expect(changed?.problem).toEqual({ code: "valueRefused", detail: "The name is too long" });
    expect(parseContent(granted?.after ?? "").entitlements).toEqual(["VPN"]);
    const task = await db
      .selectFrom("system_tasks")
      .select("changes")
      .where("id", "=", taskId)
      .executeTakeFirst();
    expect(task?.changes).toEqual([
      { attribute: "pin", add: [HIDDEN_VALUE], remove: [] },
      { attribute: "name", add: ["Ann"], remove: ["Anne"] },
    ]);
  });
});
