/** What will happen to a person and to their accounts. */
import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { PendingChange } from "#events/entities/pendingChange.ts";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import { mappingOf } from "#server/mappings/commands.ts";
import { contentText } from "#server/systems/runs/content.ts";
import { createApi, type Browser, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";
import { inboundDraft } from "../mappings/support.ts";

const DAY = 86_400_000;
const START = new Date("2026-02-01T08:00:00Z");
const after = (days: number) => new Date(START.getTime() + days * DAY).toISOString();

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let mapper: Browser;
  let oid: string;
  let externalId: string;
  let account: string;

  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    mapper = await api.signIn("mapper");
    return () => api.app.close();
  });
  afterEach(async () => {
    await database.current.db
      .deleteFrom("connected_systems")
      .where("client_id", "=", directory.clientId)
      .execute();
  });
  beforeEach(async () => {
    oid = randomUUID();
    externalId = `X-${oid}`;
    account = `acc-${oid}`;
    const { db } = database.current;
    await db
      .insertInto("identities")
      .values({
        client_id: directory.clientId,
        oid,
        external_id: externalId,
        attributes: "{}",
        search_key: externalId.toLowerCase(),
      })
      .execute();
    await db
      .insertInto("accounts")
      .values({
        client_id: directory.clientId,
        id: randomUUID(),
        resource_id: directory.resources.crm,
        name: account,
        identity_oid: oid,
        active: true,
      })
      .execute();
  });

  const pending = async (): Promise<PendingChange[]> => {
    const where = `/api/clients/${directory.clientId}/identities/${oid}/pending`;
    const answer = await mapper.get(where);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ pending: PendingChange[] }>().pending;
  };
  const connect = async (
    resourceId: string,
    kind: "export" | "manual" | "hr",
    more: { readonly activation?: object; readonly settings?: object } = {},
  ) => {
    const settings = JSON.stringify({ ...DEFAULT_SETTINGS, ...more.settings });
    await database.current.db
      .insertInto("connected_systems")
      .values({
        client_id: directory.clientId,
        resource_id: resourceId,
        connector_id: 1,
        kind,
        settings,
        published_settings: settings,
        confirmed: true,
        object_classes: JSON.stringify([
          {
            name: "person",
            role: "account",
            idAttribute: "id",
            nameAttribute: "id",
            memberAttribute: null,
            attributes: [],
          },
        ]),
        ...(more.activation && { activation: JSON.stringify(more.activation) }),
        created_at: START,
      })
      .execute();
  };
  /** An object that the system lacks since the start. */
  const lose = (resourceId: string, attributes: Record<string, string[]>, name: string | null) =>
    database.current.db
      .insertInto("system_objects")
      .values({
        client_id: directory.clientId,
        resource_id: resourceId,
        object_class: "person",
        object_id: externalId,
        name: externalId,
        account_name: name,
        hash: Buffer.alloc(16),
        content: contentText({ attributes, active: null, entitlements: [] }),
        held: 0,
        gone_at: START,
      })
      .execute();

  test("nothing is pending for a person without plans, tasks and missing accounts", async () => {
    expect(await pending()).toEqual([]);
    const nobody = `/api/clients/${directory.clientId}/identities/${randomUUID()}/pending`;
    expectError(await mapper.get(nobody), "ENOTFOUND");
  });

  test("a change of a preview waits for approval, as long as the preview does", async () => {
    const { crm } = directory.resources;
    const { db } = database.current;
    await connect(crm, "export");
    const plan = { client_id: directory.clientId, resource_id: crm, id: randomUUID() };
    const by = { actor_id: directory.users.owner, actor: "owner", created_at: START };
    await db
      .insertInto("provisioning_plans")
      .values({ ...plan, no: 4, status: "planned", planned_at: START, ...by })
      .execute();
    const change = {
      client_id: directory.clientId,
      resource_id: crm,
      plan_id: plan.id,
      identity_oid: oid,
      account,
      object_class: "person",
      search_key: account,
    };
    const content = (entitlements: string[]) =>
      contentText({ attributes: {}, active: null, entitlements });
    await db
      .insertInto("provisioning_changes")
      .values([
        {
          ...change,
          no: 1,
          kind: "grant",
          state: "planned",
          before: content([]),
          after: content(["Sign"]),
        },
        {
          ...change,
          no: 2,
          kind: "revoke",
          state: "planned",
          left_out: true,
          before: content(["Audit"]),
          after: content([]),
        },
        { ...change, no: 3, kind: "change", state: "blocked" },
      ])
      .execute();
    const source = { kind: "preview", resourceId: crm, no: 4 };
    const found = await pending();
    expect(found.map(({ kind, action }) => [kind, action])).toEqual([
      ["blocked", "change"],
      ["planned", "grant"],
      ["leftOut", "revoke"],
    ]);
    expect(found[1]).toMatchObject({ account, gained: ["Sign"], lost: [], dueAt: null, source });
    expect(found[2]).toMatchObject({ gained: [], lost: ["Audit"] });
    await db
      .updateTable("provisioning_plans")
      .set({ status: "rejected" })
      .where("id", "=", plan.id)
      .execute();
    expect(await pending()).toEqual([]);
  });

  test("an open task is pending with what the account gains and loses", async () => {
    const { crm } = directory.resources;
    await connect(crm, "manual");
    const id = randomUUID();
    const { db } = database.current;
    await db
      .insertInto("system_tasks")
      .values({
        client_id: directory.clientId,
        resource_id: crm,
        id,
        action: "change",
        account,
        identity_oid: oid,
        changes: JSON.stringify([{ attribute: "entitlements", add: ["Sign"], remove: ["Audit"] }]),
        search_key: account,
        created_by: "owner",
        created_at: START,
      })
      .execute();
    expect(await pending()).toMatchObject([
      {
        kind: "task",
        action: "change",
        gained: ["Sign"],
        lost: ["Audit"],
        since: after(0),
        source: { kind: "task", no: null },
      },
    ]);
    await db
      .updateTable("system_tasks")
      .set({ state: "attested", settled_at: START, settled_by: "owner" })
      .where("id", "=", id)
      .execute();
    expect(await pending()).toEqual([]);
  });

  test("a missing account is removed after the grace period", async () => {
    const { crm } = directory.resources;
    await connect(crm, "export", { settings: { graceDays: 10 } });
    await lose(crm, {}, account);
    expect(await pending()).toMatchObject([
      { kind: "missing", action: "remove", account, since: after(0), dueAt: after(10) },
    ]);
  });

  test("a person who is missing from the HR system is ended after the grace period", async () => {
    const { erp } = directory.resources;
    await connect(erp, "hr", { settings: { graceDays: 5, identity: { externalId: "number" } } });
    await lose(erp, { number: [externalId] }, null);
    expect(await pending()).toMatchObject([
      { kind: "ending", action: null, account: null, since: after(0), dueAt: after(5) },
    ]);
  });

  test("slow code of mappings delays the answer for a limited time only", async () => {
    const { erp } = directory.resources;
    const ten = "[0,1,2,3,4,5,6,7,8,9]";
    const customCode = `${ten}.all(a, ${ten}.all(b, ${ten}.all(c, ${ten}.all(d, ${ten}.all(e, true))))) ? account.number : ""`;
    const mappings = [
      mappingOf(
        inboundDraft("", "externalId", { mappingType: "CUSTOM", customCode, attributes: [] }),
        erp,
        randomUUID(),
      ),
    ];
    await connect(erp, "hr", { settings: { graceDays: 5, mappings } });
    await lose(erp, { number: [externalId] }, null);
    expect(await pending()).toMatchObject([{ kind: "ending", dueAt: after(5) }]);
    // Objects that went missing later come first, and use up the time.
    await database.current.db
      .insertInto("system_objects")
      .values(
        Array.from({ length: 1990 }, (_none, index) => ({
          client_id: directory.clientId,
          resource_id: erp,
          object_class: "person",
          object_id: `later-${index}`,
          name: `later-${index}`,
          account_name: null,
          hash: Buffer.alloc(16),
          content: contentText({
            attributes: { number: [`later-${index}`] },
            active: null,
            entitlements: [],
          }),
          held: 0,
          gone_at: new Date(START.getTime() + DAY),
        })),
      )
      .execute();
    expect(await pending()).toEqual([]);
  }, 120_000);

  test("the accounts of a person who has left are disabled after the days of the settings", async () => {
    const { crm } = directory.resources;
    const activation = { onLeave: "disable", afterDays: 3, enableOnReturn: false };
    await connect(crm, "export", { activation });
    expect(await pending()).toEqual([]);
    const { db } = database.current;
    await db.updateTable("identities").set({ ended_at: START }).where("oid", "=", oid).execute();
    expect(await pending()).toMatchObject([
      { kind: "leaving", action: "disable", account, dueAt: after(3) },
    ]);
    await db
      .updateTable("accounts")
      .set({ active: false })
      .where("name", "=", account)
      .where("client_id", "=", directory.clientId)
      .execute();
    expect(await pending()).toEqual([]);
  });
});
