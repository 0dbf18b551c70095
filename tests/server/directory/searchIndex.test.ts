import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql, type Kysely, type RawBuilder } from "kysely";
import pg from "pg";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { migrate } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { listIdentities, storeCounts } from "#server/directory/queries.ts";
import { indexPeopleSearch } from "#server/directory/searchIndex.ts";
import { matchesIndexedName, matchesName } from "#server/lists/sqlText.ts";
import { createApi } from "../support/api.ts";
import { copyPostgres, eachDatabase, oneDatabase } from "../support/databases.ts";
import { fillDirectory } from "../support/directory.ts";

const INDEX = "identities_search";
const INDEXED = "from identities i where";

async function hasIndex(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass(${INDEX}) is not null as found`.execute(db);
  return rows[0]?.found ?? false;
}

async function add(db: Kysely<Database>, clientId: string, id: string, key: string, more = {}) {
  await db
    .insertInto("identities")
    .values({
      client_id: clientId,
      oid: randomUUID(),
      external_id: id,
      search_key: key,
      attributes: "{}",
      ...more,
    })
    .execute();
}

const sizes = { numRuns: 60 };

eachDatabase((database) => {
  // Letters of several scripts, and characters that have a meaning in patterns.
  const text = fc.string({
    unit: fc.constantFrom("a", "b", "B", "é", "ß", "王", "%", "_", "\\", " ", "7", "-", "@"),
    maxLength: 6,
  });

  test("the index finds what contains the text, in names and attributes, whatever its characters", async () => {
    const { db } = database.current;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 8 }),
        text.filter((typed) => normalizeForFilter(typed) !== ""),
        async (people, contains) => {
          const clientId = randomUUID();
          for (const [at, [name, attribute]] of people.entries()) {
            await add(db, clientId, `p${at}`, normalizeForFilter(name), {
              attribute_key: normalizeForFilter(attribute),
            });
          }
          const isFound = (value: string) =>
            normalizeForFilter(value).includes(normalizeForFilter(contains));
          const expected = people.flatMap((values, at) => (values.some(isFound) ? [`p${at}`] : []));
          const found = await db.transaction().execute(async (tx) => {
            await sql`set local enable_seqscan = off`.execute(tx);
            return listIdentities(tx, { clientId, contains, searchesAttributes: true }, {});
          });
          expect(found.items.map(({ externalId }) => externalId)).toEqual(expected);
          expect(found.page.totalElements).toBe(expected.length);
        },
      ),
      sizes,
    );
  });

  test("a search reads the index instead of all people", async () => {
    const { db } = database.current;
    const [condition] = matchesIndexedName([sql`i.search_key`, sql`i.attribute_key`], "rare text");
    const plan = await db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      return sql<Record<string, string>>`explain select ${sql.raw(INDEXED)} ${condition}`.execute(
        tx,
      );
    });
    const lines = plan.rows.map((row) => row["QUERY PLAN"] ?? "");
    expect(lines.filter((line) => line.includes(`Index Scan on ${INDEX}`))).toHaveLength(2);
  });
});

eachDatabase((database) => {
  const clientId = randomUUID();
  beforeAll(async () => {
    const { db } = database.current;
    await add(db, clientId, "1", "x", { family_name: "Östlund 10", given_name: "B" });
    await add(db, clientId, "2", "x", { family_name: "ostlund 9" });
    await add(db, clientId, "3", "y", { given_name: "A" });
    await storeCounts(db, clientId);
  });

  test("people of an earlier version are found and sorted after the update", async () => {
    const { db } = database.current;
    await sql`drop index ${sql.ref(INDEX)}`.execute(db);
    await sql`drop function index_people_search`.execute(db);
    await sql`alter table identities drop column family_sort, drop column given_sort`.execute(db);
    await sql`create index identities_name on identities
      (client_id, (sort_key(family_name) collate "C"), (sort_key(given_name) collate "C"), external_id)`.execute(
      db,
    );
    await sql`delete from schema_migrations where name = '0086_peopleSearch'`.execute(db);
    expect(await migrate(db)).toEqual(["0086_peopleSearch"]);
    expect(await hasIndex(db)).toBe(true);
    const { items } = await listIdentities(db, { clientId }, { sort: "name" });
    expect(items.map(({ externalId }) => externalId)).toEqual(["2", "1", "3"]);
    const found = await listIdentities(db, { clientId, contains: "X" }, { sort: "name" });
    expect(found.items.map(({ externalId }) => externalId)).toEqual(["2", "1"]);
  });
});

oneDatabase((database) => {
  test("a text with a comma finds a name turned round, if it has both parts of the name", async () => {
    const { db } = database.current;
    const clientId = randomUUID();
    await add(db, clientId, "ada", normalizeForFilter("Ada Lovelace"));
    await add(db, clientId, "alan", normalizeForFilter("Alan Turing"));
    await add(db, clientId, "odd", normalizeForFilter("Odd, Name"));
    const select = (condition: RawBuilder<unknown>) =>
      sql<{ id: string }>`select external_id as id from identities i
        where i.client_id = ${clientId} and ${condition} order by external_id`.execute(db);
    const found = async (contains: string) => {
      const [indexed] = matchesIndexedName([sql`i.search_key`], contains);
      const [filter] = matchesName(sql`i.search_key`, contains);
      if (!indexed || !filter) throw new Error("There is no condition");
      const ids = [];
      for (const condition of [indexed, ...Object.values(filter)]) {
        const { rows } = await select(condition);
        ids.push(rows.map(({ id }) => id).join(" "));
      }
      expect(new Set(ids).size).toBe(1);
      return ids[0];
    };
    expect(await found("Lovelace, Ad")).toBe("ada");
    expect(await found("lace,a")).toBe("ada");
    expect(await found("Odd, Na")).toBe("odd");
    for (const text of [",", " , ", ",_", "|,|"]) expect(await found(text), text).toBe("odd");
    expect(await found("Lovelace,")).toBe("");
    expect(await found(", Ada")).toBe("");
  });

  test("the first 10,000 people of a frequent text are listed, and a CSV file has all of them", async () => {
    const { db } = database.current;
    const { clientId } = await fillDirectory(db);
    await sql`
      insert into identities (client_id, oid, external_id, family_name, search_key)
      select ${clientId}, gen_random_uuid(), 'C' || n, 'Crowd ' || n, 'crowd' || n
      from generate_series(1, 10050) n`.execute(db);
    const api = await createApi(database.current);
    const owner = await api.signIn("owner");
    const base = `/api/clients/${clientId}/identities`;
    const page = async (query: string) => (await owner.get(`${base}?size=20&${query}`)).json();
    const idsOf = ({ _embedded }: { _embedded: { identities: { externalId: string }[] } }) =>
      _embedded.identities.map(({ externalId }) => externalId);
    const first = await page("contains=CROWD&sort=name");
    expect(first.page).toEqual({
      size: 20,
      number: 0,
      totalElements: 10_000,
      totalPages: 500,
      hasMore: true,
    });
    const numbered = (from: number) => Array.from({ length: 20 }, (_, at) => `C${from + at}`);
    expect(idsOf(first)).toEqual(numbered(1));
    expect(idsOf(await page("contains=crowd&sort=name&page=499"))).toEqual(numbered(9981));
    expect(idsOf(await page("contains=crowd&sort=name&page=500"))).toEqual([]);
    const { page: exact } = await page("contains=crowd100&sort=name");
    expect(exact).toEqual({ size: 20, number: 0, totalElements: 62, totalPages: 4 });
    expect((await page("sort=name")).page).not.toHaveProperty("hasMore");
    const csv = await owner.get(`${base}.csv?contains=crowd`);
    expect(csv.body.trim().split("\r\n")).toHaveLength(1 + 10_050);
    await api.app.close();
  });
});

/** Runs a statement as an administrator. */
async function administer(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** In a schema outside of the search path. */
const CREATE_ELSEWHERE = ["create schema elsewhere", "create extension pg_trgm schema elsewhere"];

describe.skipIf(inject("postgresUrl") === null)("on PostgreSQL", () => {
  test("an extension outside of the search path is used, in a new database and in an updated one", async () => {
    const { url, remove } = await copyPostgres("template template0 encoding 'UTF8'");
    await administer(url, ...CREATE_ELSEWHERE);
    const opened = await openDatabase({ url });
    try {
      const { db } = opened;
      expect(await hasIndex(db)).toBe(true);
      await sql`drop index ${sql.ref(INDEX)}`.execute(db);
      // As the update made it before.
      await sql`create or replace function index_people_search() returns boolean language sql as 'select false'`.execute(
        db,
      );
      await sql`delete from schema_migrations where name = '0098_extensionSchema'`.execute(db);
      expect(await migrate(db)).toEqual(["0098_extensionSchema"]);
      expect(await indexPeopleSearch(db)).toBe(true);
      expect(await hasIndex(db)).toBe(true);
    } finally {
      await opened.close();
      await remove();
    }
  });

  test("people are found if the extension is in a schema that the server may not use", async () => {
    const role = `limited_${randomUUID().replaceAll("-", "")}`;
    const clusterUrl = inject("postgresUrl") ?? "";
    await administer(clusterUrl, `create role ${role} login password 'x'`);
    const { url, remove } = await copyPostgres(`template template0 encoding 'UTF8' owner ${role}`);
    await administer(url, ...CREATE_ELSEWHERE);
    const ownUrl = new URL(url);
    [ownUrl.username, ownUrl.password] = [role, "x"];
    const opened = await openDatabase({ url: ownUrl.href });
    const clientId = randomUUID();
    try {
      const { db } = opened;
      expect(await hasIndex(db)).toBe(false);
      await add(db, clientId, "1", "marta");
      const found = await listIdentities(db, { clientId, contains: "art" }, {});
      expect(found.page.totalElements).toBe(1);
      await administer(url, `grant usage on schema elsewhere to ${role}`);
      expect(await indexPeopleSearch(db)).toBe(true);
    } finally {
      await opened.close();
      await remove();
      await administer(clusterUrl, `drop role ${role}`);
    }
  });

  test("people are found without the permission to create extensions, and the index is made once it is granted", async () => {
    const role = `limited_${randomUUID().replaceAll("-", "")}`;
    const cluster = new pg.Client({ connectionString: inject("postgresUrl") ?? "" });
    await cluster.connect();
    await cluster.query(`create role ${role} login password 'x'`);
    const { url, remove } = await copyPostgres(`template template0 encoding 'UTF8' owner ${role}`);
    const name = new URL(url).pathname.slice(1);
    await cluster.query(`revoke create on database ${name} from ${role}`);
    const ownUrl = new URL(url);
    [ownUrl.username, ownUrl.password] = [role, "x"];
    const opened = await openDatabase({ url: ownUrl.href });
    const clientId = randomUUID();
    try {
      const { db } = opened;
      expect(await hasIndex(db)).toBe(false);
      await add(db, clientId, "1", "marta");
      const search = () => listIdentities(db, { clientId, contains: "art" }, {});
      expect((await search()).page.totalElements).toBe(1);
      expect(await indexPeopleSearch(db)).toBe(false);
      await cluster.query(`grant create on database ${name} to ${role}`);
      expect(await indexPeopleSearch(db)).toBe(true);
      expect(await hasIndex(db)).toBe(true);
      expect((await search()).page.totalElements).toBe(1);
    } finally {
      await opened.close();
      await remove();
      await cluster.query(`drop role ${role}`);
      await cluster.end();
    }
  });
});
