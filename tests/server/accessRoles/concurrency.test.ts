/** An access role that gains an entitlement while a replace import removes this entitlement. */
import { sql } from "kysely";
import { beforeAll, expect, test, vi } from "vitest";
import { inTransaction } from "#server/db/transaction.ts";
import { importDirectory } from "#server/import/importDirectory.ts";
import type { TableSource } from "#server/import/types.ts";
import { type Browser, createApi } from "../support/api.ts";
import { eachDatabase, onPostgres } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";

const WAIT = { timeout: 10_000 };

/** A table with one account, which holds one entitlement of a resource. */
function access(resource: string, entitlement: string): TableSource {
  async function* batches() {
    yield [{ line: 2, values: [resource, "somebody", entitlement] }];
  }
  const columns = ["resource", "account", "entitlement"];
  return { name: "access.csv", columns, batches: batches() };
}

eachDatabase((database) => {
  let directory: TestDirectory;
  let owner: Browser;
  let roles: string;

  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    const api = await createApi(database.current);
    owner = await api.signIn("owner");
    roles = `/api/clients/${directory.clientId}/roles`;
    return () => api.app.close();
  });

  const replaceBy = (name: string, entitlement: string) =>
    importDirectory(database.current.background, {
      clientId: directory.clientId,
      mode: "replace",
      access: access(name, entitlement),
    });

  /** Begins at once: the request itself would wait until its reply is awaited. */
  const create = async (name: string, oid: string) =>
    await owner.post(roles, {
      name,
      description: "",
      resourceOid: null,
      entitlementOids: [oid],
      ownerOids: [],
    });

  async function addEntitlement(resource: string): Promise<string> {
    await replaceBy(resource, "Wanted");
    const { role_oid } = await database.current.db
      .selectFrom("entitlements as e")
      .innerJoin("resources as r", (join) =>
        join.onRef("r.client_id", "=", "e.client_id").onRef("r.id", "=", "e.resource_id"),
      )
      .select("e.role_oid")
      .where("r.name", "=", resource)
      .where("e.name", "=", "Wanted")
      .executeTakeFirstOrThrow();
    return role_oid;
  }

  const names = async (resource: string) =>
    (
      await database.current.db
        .selectFrom("entitlements as e")
        .innerJoin("resources as r", (join) =>
          join.onRef("r.client_id", "=", "e.client_id").onRef("r.id", "=", "e.resource_id"),
        )
        .select("e.name")
        .where("r.name", "=", resource)
        .orderBy("e.name")
        .execute()
    ).map(({ name }) => name);

  /** How many statements wait for a lock. */
  const waiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(database.current.db);
    return rows.length;
  };

  const onlyOnPostgres = onPostgres(database);

  onlyOnPostgres("a role that was first keeps its entitlement", async () => {
    const oid = await addEntitlement("First");
    const begun = await inTransaction(database.current.db, async (tx) => {
      await sql`lock table access_role_entitlements in share mode`.execute(tx);
      const creating = create("First", oid);
      await vi.waitUntil(async () => (await waiting()) === 1, WAIT);
      const importing = replaceBy("First", "Other");
      await vi.waitUntil(async () => (await waiting()) === 2, WAIT);
      return { creating, importing };
    });
    const created = await begun.creating;
    expect(created.statusCode, created.body).toBe(201);
    expect((await begun.importing).entitlements).toMatchObject({ added: 1, removed: 0 });
    expect(await names("First")).toEqual(["Other", "Wanted"]);
  });

  onlyOnPostgres(
    "an import that was first removes the entitlement, and the role is refused",
    async () => {
      const oid = await addEntitlement("Second");
      const begun = await inTransaction(database.current.db, async (tx) => {
        await sql`lock table inducements in access exclusive mode`.execute(tx);
        const importing = replaceBy("Second", "Other");
        await vi.waitUntil(async () => (await waiting()) === 1, WAIT);
        const creating = create("Second", oid);
        await vi.waitUntil(async () => (await waiting()) === 2, WAIT);
        return { creating, importing };
      });
      expect((await begun.importing).entitlements).toMatchObject({ removed: 1 });
      expectError(await begun.creating, "EINVALID");
      expect(await names("Second")).toEqual(["Other"]);
    },
  );

  test("a role of an entitlement that an import removed is refused", async () => {
    const oid = await addEntitlement("Third");
    await replaceBy("Third", "Other");
    expectError(await create("Third", oid), "EINVALID");
  });
});
