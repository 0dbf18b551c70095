/** Selection of the client to import into. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely, type Transaction } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { PERMISSION_CODES } from "#events/rules/permissions.ts";
import { issueToken } from "#server/auth/accountTokens.ts";
import { prepareStart } from "#server/auth/firstStart.ts";
import { openDatabase, type OpenDatabase } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { createClient } from "#server/import/clientStage.ts";
import { importDirectory } from "#server/import/importDirectory.ts";
import { rowsTable } from "#server/import/rowsTable.ts";
import { lockUsers } from "#server/users/queries.ts";
import { copyPostgres, eachDatabase } from "../support/databases.ts";

const holdings = (...rows: string[][]) =>
  rowsTable("access.csv", ["identityId", "resource", "account", "entitlement"], rows);

eachDatabase((database) => {
  test("an import without a client name uses the first client, and creates one if there is none", async () => {
    const { db } = database.current;
    const first = await importDirectory(db, { access: holdings(["", "R", "u", "E"]) });
    expect(first.client).toMatchObject({ name: "My organisation", created: true });
    await importDirectory(db, { client: "My-Organisation", access: holdings(["", "R", "u", "E"]) });
    const again = await importDirectory(db, { access: holdings(["", "R", "v", "E"]) });
    expect(again.client).toEqual({ ...first.client, created: false, others: 1 });
    const clients = await db
      .selectFrom("clients")
      .select(["name", "slug"])
      .orderBy("created_at")
      .execute();
    expect(clients[0]).toEqual({ name: "My organisation", slug: "my-organisation" });
    expect(clients[1]?.name).toBe("My-Organisation");
    expect(clients[1]?.slug).toMatch(/^my-organisation-[0-9a-f]{8}$/);
  });

  test.each(["my organisation", "My  organisation ", "MYORGANISATION"])(
    "the name %j, which differs from a client's only in case or spaces, is refused",
    async (client) => {
      const { db } = database.current;
      const attempt = importDirectory(db, { client, access: holdings(["", "R", "u", "E"]) });
      await expect(attempt).rejects.toMatchObject({
        code: "ECLIENTNAME",
        message: expect.stringContaining(`tell "${client}" from the client "My organisation".`),
      });
      expect(await db.selectFrom("clients").select("id").execute()).toHaveLength(2);
    },
  );
});

/** @returns the id of a new user with one role and these clients. */
async function addUser(
  db: Kysely<Database>,
  username: string,
  permissions: readonly string[],
  clientIds: readonly string[],
): Promise<string> {
  const id = randomUUID();
  const role = randomUUID();
  const names = { given_name: "", family_name: "", username, username_key: username };
  await db
    .insertInto("users")
    .values({ id, ...names, created_at: new Date() })
    .execute();
  await db
    .insertInto("roles")
    .values({ id: role, name: "r", permissions: [...permissions] })
    .execute();
  await db.insertInto("user_roles").values({ user_id: id, role_id: role }).execute();
  await db
    .insertInto("user_clients")
    .values(clientIds.map((client_id, at) => ({ user_id: id, client_id, position: at + 1 })))
    .execute();
  return id;
}

eachDatabase((database) => {
  const settings = {
    adminName: "admin",
    adminPassword: "long enough",
    adminEmail: null,
    isEmailSignOn: false,
    now: () => new Date(),
    seed: null,
  };
  const access = () => holdings(["", "R", "u", "E"]);

  test("a second client is open only to the first account and to named users", async () => {
    const { db } = database.current;
    await prepareStart(db, settings);
    const first = await importDirectory(db, { access: access() });
    const firstId = first.client.id ?? "";
    const owner = await addUser(db, "ann", PERMISSION_CODES, [firstId]);
    const clerk = await addUser(db, "bo", ["users_self_update"], [firstId]);
    const clientsOf = async (userId: string) => {
      const links = db.selectFrom("user_clients").select("client_id").orderBy("position");
      return (await links.where("user_id", "=", userId).execute()).map((row) => row.client_id);
    };

    const second = await importDirectory(db, { client: "Second", access: access(), runBy: "root" });
    const secondId = second.client.id ?? "";
    expect(second.client.created).toBe(true);
    expect(second.accessGranted).toEqual(["admin"]);
    expect(await clientsOf(owner)).toEqual([firstId]);
    await prepareStart(db, settings);
    expect(await clientsOf(owner)).toEqual([firstId]);

    const again = { client: "Second", grant: ["BO", "ann"], runBy: "root" };
    expect(await importDirectory(db, { ...again, access: access(), dryRun: true })).toMatchObject({
      accessGranted: [],
      changed: false,
    });
    expect(await clientsOf(clerk)).toEqual([firstId]);
    expect(await importDirectory(db, { ...again, access: access() })).toMatchObject({
      accessGranted: ["ann", "bo"],
      changed: true,
    });
    expect(await clientsOf(owner)).toEqual([firstId, secondId]);
    expect(await clientsOf(clerk)).toEqual([firstId, secondId]);
    expect(await importDirectory(db, { ...again, access: access() })).toMatchObject({
      accessGranted: [],
      changed: false,
    });

    const audits = await db
      .selectFrom("audit")
      .select(["client_id", "target", "after"])
      .where("call", "=", "server/accessGranted")
      .orderBy("at")
      .execute();
    const [admin] = await db
      .selectFrom("users")
      .select("id")
      .where("username", "=", "admin")
      .execute();
    const audited = (target: string | undefined, username: string) => ({
      client_id: secondId,
      target,
      after: { username, runBy: "root" },
    });
    expect(audits).toHaveLength(3);
    expect(audits).toEqual(
      expect.arrayContaining([
        audited(admin?.id, "admin"),
        audited(owner, "ann"),
        audited(clerk, "bo"),
      ]),
    );
  });

  test.each(["nobody", "archie"])(
    "granting access to %s, who is no active user, imports nothing",
    async (name) => {
      const { db } = database.current;
      if (name === "archie") {
        const clients = await db.selectFrom("clients").select("id").execute();
        const clientIds = clients.map((client) => client.id);
        const id = await addUser(db, name, [], clientIds);
        await db.updateTable("users").set({ archived: true }).where("id", "=", id).execute();
      }
      const attempt = importDirectory(db, { client: "Third", grant: [name], access: access() });
      await expect(attempt).rejects.toMatchObject({
        code: "EUNKNOWNUSER",
        message: `--grant names "${name}", and no active user has that username. Nothing was imported.`,
      });
      expect(
        await db.selectFrom("clients").select("id").where("name", "=", "Third").execute(),
      ).toEqual([]);
    },
  );
});

eachDatabase((database) => {
  test("naming a client in a fresh directory renames its empty first client", async () => {
    const { db } = database.current;
    const settings = {
      adminName: "admin",
      adminPassword: "long enough",
      adminEmail: null,
      isEmailSignOn: false,
      now: () => new Date(),
      seed: null,
    };
    await prepareStart(db, settings);
    const [empty] = await db.selectFrom("clients").select("id").execute();
    const request = () => ({ client: "Ward Hospital", access: holdings(["", "R", "u", "E"]) });
    const named = {
      id: empty?.id,
      name: "Ward Hospital",
      created: false,
      formerName: "My organisation",
      others: 0,
    };
    const clients = () => db.selectFrom("clients").select(["id", "name", "slug"]).execute();

    expect((await importDirectory(db, { ...request(), dryRun: true })).client).toEqual(named);
    expect(await clients()).toMatchObject([{ name: "My organisation" }]);
    expect(await importDirectory(db, request())).toMatchObject({ client: named, changed: true });
    expect(await clients()).toEqual([
      { id: empty?.id, name: "Ward Hospital", slug: "ward-hospital" },
    ]);
    const audits = await db
      .selectFrom("audit")
      .select("after")
      .where("call", "=", "server/directoryImported")
      .execute();
    expect(audits).toMatchObject([{ after: { clientFormerName: "My organisation" } }]);
    await prepareStart(db, settings);
    expect(await clients()).toHaveLength(1);

    const second = await importDirectory(db, { ...request(), client: "Other" });
    expect(second.client).toMatchObject({ created: true, formerName: null, others: 1 });
  });
});

describe.skipIf(inject("postgresUrl") === null)("during an import on PostgreSQL", () => {
  let current: OpenDatabase;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    const copy = await copyPostgres();
    remove = copy.remove;
    current = await openDatabase({ url: copy.url });
  });
  afterAll(async () => {
    await current.close();
    await remove();
  });
  /** None of these waits for a lock of the import. */
  const concurrently = (work: (tx: Transaction<Database>) => Promise<unknown>) =>
    inTransaction(current.db, async (tx) => {
      await sql`set local lock_timeout = '1s'`.execute(tx);
      return work(tx);
    });

  test("that creates a client, its grantees can be changed and get links", async () => {
    const { db, background } = current;
    const email = "operator@example.com";
    const now = new Date();
    await prepareStart(db, {
      adminName: "admin",
      adminPassword: "long enough",
      adminEmail: email,
      isEmailSignOn: false,
      now: () => now,
      seed: null,
    });
    const { user_id: userId, client_id } = await db
      .selectFrom("user_clients")
      .selectAll()
      .executeTakeFirstOrThrow();
    const token = await inTransaction(background, async (tx) => {
      await createClient(tx, "Second");
      await concurrently((other) => lockUsers(other, client_id, [userId]));
      return concurrently((other) => issueToken(other, { userId, email, purpose: "reset", now }));
    });
    expect(token).not.toBeNull();
    await db.deleteFrom("clients").where("name", "=", "Second").execute();
  });

  test("into a client, users of it can be created", async () => {
    const { db, background } = current;
    const { id } = await db.selectFrom("clients").select("id").executeTakeFirstOrThrow();
    const isWaiting = async () => {
      const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows.length > 0;
    };
    const importing = await inTransaction(background, async (holder) => {
      await sql`lock table resources in share mode`.execute(holder);
      const running = importDirectory(background, {
        client: "Ward Hospital",
        access: holdings(["", "R", "u", "E"]),
      });
      await vi.waitUntil(isWaiting, { timeout: 10_000 });
      await concurrently((tx) =>
        tx.selectFrom("clients").select("id").where("id", "=", id).forKeyShare().execute(),
      );
      return { running };
    });
    const { client } = await importing.running;
    expect(client).toMatchObject({ id, name: "Ward Hospital", formerName: "My organisation" });
  });
});
