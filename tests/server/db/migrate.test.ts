import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { sql } from "kysely";
import pg from "pg";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { message } from "#events/messages/message.ts";
import { migrate } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import { backfillNameKeys } from "#server/directory/nameKeys.ts";
import { loadCounts } from "#server/directory/queries.ts";
import { listLines, toBulkLine } from "#server/users/bulk/queries.ts";
import { loadNames } from "#server/users/changes/queries.ts";
import { unlinkUser } from "#server/users/listedUsers.ts";
import { copyPostgres, eachDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";

const migrationFiles = readdirSync(new URL("../../../server/db/migrations/", import.meta.url));

eachDatabase((database) => {
  let directory: TestDirectory;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
  });

  test("an up-to-date database is left unchanged", async () => {
    expect(await migrate(database.current.db)).toEqual([]);
  });

  test("the audit table accepts rows and refuses updates and deletes", async () => {
    const { db } = database.current;
    const row = { id: randomUUID(), at: new Date(0), actor: "admin", call: "induce" };
    await db.insertInto("audit").values(row).execute();
    const changes = await Promise.allSettled([
      db.updateTable("audit").set({ actor: "nobody" }).execute(),
      db.deleteFrom("audit").execute(),
      sql`truncate audit`.execute(db),
    ]);
    expect(changes.map((change) => change.status === "rejected" && change.reason.message)).toEqual(
      Array(3).fill("The audit table is append-only"),
    );
    expect(await db.selectFrom("audit").select("actor").execute()).toEqual([{ actor: "admin" }]);
  });

  test("a type has one root in each client", async () => {
    const client_id = randomUUID();
    const root = (name: string) => ({
      client_id,
      oid: randomUUID(),
      type: "locations" as const,
      parent_oid: null,
      name,
      display_name: name,
      search_key: name,
    });
    await database.current.db.insertInto("orgs").values(root("a")).execute();
    const second = database.current.db.insertInto("orgs").values(root("b")).execute();
    await expect(second).rejects.toMatchObject({ constraint: "orgs_root" });
  });

  test("a directory of an earlier version gets search keys that equal those of filters, except for non-ASCII text", async () => {
    const { db } = database.current;
    const { clientId } = directory;
    const name = String.fromCharCode(...Array.from({ length: 127 }, (_, at) => at + 1));
    const names = [name, "Straße"];
    const ids = await db
      .selectFrom("entitlements")
      .select("id")
      .where("client_id", "=", clientId)
      .limit(names.length)
      .execute();
    for (const [at, { id }] of ids.entries())
      await db.updateTable("entitlements").set({ name: names[at] }).where("id", "=", id).execute();
    await sql`alter table entitlements drop column search_key`.execute(db);
    await sql`delete from schema_migrations where name = '0013_entitlementKeys'`.execute(db);
    expect(await migrate(db)).toEqual(["0013_entitlementKeys"]);
    const rows = await db
      .selectFrom("entitlements")
      .select(["name", "search_key"])
      .where("client_id", "=", clientId)
      .where("name", "in", names)
      .orderBy("name")
      .execute();
    expect(rows.map(({ search_key }) => search_key)).toEqual([normalizeForFilter(name), null]);
  });

  test("a directory of an earlier version is counted, and its orgs know whether they have a policy", async () => {
    const { db } = database.current;
    const { clientId, orgs, roles } = directory;
    const [role_oid] = roles;
    await db
      .insertInto("inducements")
      .values({
        client_id: clientId,
        id: randomUUID(),
        org_oid: orgs.Ops,
        role_oid,
        created_at: new Date(0),
      })
      .execute();
    await sql`drop table directory_counts`.execute(db);
    await sql`drop function count_directory`.execute(db);
    await sql`alter function count_for_lists rename to count_directory`.execute(db);
    await sql`alter table orgs drop column has_policy`.execute(db);
    await sql`delete from schema_migrations where name = '0016_clientCounts'`.execute(db);
    expect(await migrate(db)).toEqual(["0016_clientCounts"]);
    expect(await loadCounts(db, clientId)).toMatchObject({
      identities: 4,
      assignments: 6,
      orgsWithoutPolicy: 4,
    });
  });

  test("resources of an earlier version get their keys, and existing links stay counted", async () => {
    const { db } = database.current;
    const { clientId, resources, users } = directory;
    await db
      .updateTable("resources")
      .set({ name: "Größe" })
      .where("id", "=", resources.crm)
      .execute();
    await sql`alter table resources drop column search_key`.execute(db);
    await sql`alter table user_clients drop column counted`.execute(db);
    await sql`delete from schema_migrations where name = '0025_writtenKeys'`.execute(db);
    expect(await migrate(db)).toEqual(["0025_writtenKeys"]);
    const keys = async () => {
      const rows = await db
        .selectFrom("resources")
        .select(["id", "search_key"])
        .where("client_id", "=", clientId)
        .execute();
      return new Map(rows.map((row) => [row.id, row.search_key]));
    };
    expect(await keys()).toEqual(
      new Map([
        [resources.crm, null],
        [resources.erp, "erp"],
      ]),
    );
    await backfillNameKeys(db, "resources");
    expect((await keys()).get(resources.crm)).toBe("grösse");
    const links = await db.selectFrom("user_clients").select("counted").execute();
    expect(new Set(links.map(({ counted }) => counted))).toEqual(new Set([true]));
    const link = { user_id: users.stranger, client_id: clientId, position: 9 };
    const added = db.insertInto("user_clients").values(link).returning("counted");
    expect(await added.executeTakeFirst()).toEqual({ counted: false });
    await unlinkUser(db, { clientId, id: users.stranger });
  });

  test("triggers only refuse changes of the audit trail and write no table", async () => {
    const { rows } = await sql<{ name: string; table: string }>`
      select tgname as name, tgrelid::regclass::text as table from pg_trigger
      where not tgisinternal order by tgname
    `.execute(database.current.db);
    expect(rows).toEqual([
      { name: "audit_append_only", table: "audit" },
      { name: "audit_no_truncate", table: "audit" },
    ]);
  });

  test("a search without accents finds people of an earlier version", async () => {
    const { db } = database.current;
    const { clientId, users } = directory;
    const id = users.mapper;
    await db
      .updateTable("users")
      .set({ given_name: "Zoë", family_name: "Zoe Müller" })
      .where("id", "=", id)
      .execute();
    await sql`delete from names where id = ${id}`.execute(db);
    for (const [rank, key] of ["zoë zoe müller", "zoe müller", "müller"].entries()) {
      await sql`insert into names (client_id, kind, rank, key, id, name, detail)
        values (${clientId}, 'user', ${Math.min(rank, 1)}, ${key}, ${id}, 'Zoë Zoe Müller', 'mapper')`.execute(
        db,
      );
    }
    const links = () => db.selectFrom("user_clients").where("user_id", "in", [id, users.owner]);
    await db
      .updateTable("user_clients")
      .set({ search_key: "zoëzoemüller" })
      .where("user_id", "=", id)
      .execute();
    await db
      .updateTable("user_clients")
      .set({ search_key: "王芳owner" })
      .where("user_id", "=", users.owner)
      .execute();
    await sql`alter table orgs drop column folded_key`.execute(db);
    await sql`drop function fold_accents`.execute(db);
    await sql`delete from schema_migrations where name in ('0020_foldedNames', '0021_foldedOrgs')`.execute(
      db,
    );
    expect(await migrate(db)).toEqual(["0020_foldedNames", "0021_foldedOrgs"]);
    const { rows } = await sql<{ key: string }>`
      select key from names where id = ${id} order by rank, key
    `.execute(db);
    expect(rows.map(({ key }) => key)).toEqual(["zoe zoe muller", "muller", "zoe muller"]);
    const keys = await links().select(["user_id", "search_key"]).execute();
    expect(new Map(keys.map((row) => [row.user_id, row.search_key]))).toEqual(
      new Map([
        [id, null],
        [users.owner, "王芳owner"],
      ]),
    );
  });

  test("line problems of an earlier version show their text", async () => {
    const { db } = database.current;
    const { clientId, users } = directory;
    const bulkId = randomUUID();
    await db
      .insertInto("bulk_changes")
      .values({
        client_id: clientId,
        id: bulkId,
        actor_id: users.owner,
        file_name: "users.csv",
        created_at: new Date(),
      })
      .execute();
    const problems = [
      [],
      [
        { field: "email", message: "Email" },
        { field: null, message: "Line" },
      ],
    ];
    for (const [at, old] of problems.entries()) {
      await sql`insert into bulk_lines (client_id, bulk_id, line, kind, username, problems)
        values (${clientId}, ${bulkId}, ${at}, 'refused', 'x', ${JSON.stringify(old)}::jsonb)`.execute(
        db,
      );
    }
    await sql`delete from schema_migrations where name = '0022_problemMessages'`.execute(db);
    expect(await migrate(db)).toEqual(["0022_problemMessages"]);
    const { items: lines } = await listLines(db, { clientId, bulkId }, {});
    const names = await loadNames(db, clientId);
    const told = lines.map((line) => toBulkLine(line, names).problems);
    expect(told).toEqual([
      [],
      [
        { field: "email", reason: message("common.text", { text: "Email" }) },
        { field: null, reason: message("common.text", { text: "Line" }) },
      ],
    ]);
  });

  test("a database written by a newer version is refused", async () => {
    const { db } = database.current;
    await sql`insert into schema_migrations (name) values ('9999_future')`.execute(db);
    await expect(migrate(db)).rejects.toThrow("9999_future");
    await sql`delete from schema_migrations where name = '9999_future'`.execute(db);
  });
});

describe.skipIf(inject("postgresUrl") === null)("on PostgreSQL", () => {
  test("servers that start together on an empty database all find the schema", async () => {
    const { url, remove } = await copyPostgres();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("drop schema public cascade; create schema public");
    await client.end();
    const opened = await Promise.all(Array.from({ length: 5 }, () => openDatabase({ url })));
    const counts = await Promise.all(
      opened.map(({ db }) =>
        sql<{ n: number }>`select count(*) as n from schema_migrations`.execute(db),
      ),
    );
    await Promise.all(opened.map((database) => database.close()));
    await remove();
    expect(new Set(counts.map(({ rows }) => rows[0]?.n))).toEqual(new Set([migrationFiles.length]));
  });
});
