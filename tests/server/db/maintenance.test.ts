import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkpointIfDue, forgetPlans, vacuumOne } from "#server/db/maintenance.ts";
import { openDatabase } from "#server/db/open.ts";
import { copyEmbedded } from "../support/databases.ts";

let place: ReturnType<typeof copyEmbedded>;
let database: PGlite;

beforeEach(async () => {
  place = copyEmbedded();
  database = await PGlite.create(join(place.dataDir, "database"));
});
afterEach(async () => {
  if (!database.closed) await database.close();
  await place.remove();
});

async function one(query: string): Promise<unknown> {
  const { rows } = await database.query<{ value: unknown }>(query);
  return rows[0]?.value;
}

const REDO = "select redo_lsn::text as value from pg_control_checkpoint()";

test("a checkpoint is written after many writes, and not before", async () => {
  const before = await one(REDO);
  await database.exec(
    "insert into settings select 'k' || i, to_jsonb(i) from generate_series(1, 1000) i",
  );
  await checkpointIfDue(database);
  expect(await one(REDO)).toBe(before);
  await database.exec(`insert into settings select 'm' || i, to_jsonb(repeat(md5(i::text), 50))
    from generate_series(1, 50000) i`);
  await database.exec("update settings set value = to_jsonb(key)");
  await checkpointIfDue(database);
  expect(await one(REDO)).not.toBe(before);
});

test("a statement planned for a small table is planned again once the table is large", async () => {
  await database.exec(`set plan_cache_mode = force_generic_plan;
    prepare found as select value from settings where key = $1`);
  const plan = async () =>
    JSON.stringify((await database.query("explain execute found('k1')")).rows);
  await database.exec("insert into settings values ('k0', '0'); analyze settings");
  expect(await plan()).toContain("Seq Scan");
  await database.exec(
    "insert into settings select 'k' || i, to_jsonb(i) from generate_series(1, 20000) i",
  );
  expect(await plan()).toContain("Seq Scan");
  await forgetPlans(database);
  expect(await plan()).toContain("settings_pkey");
});

test("tables are vacuumed and analyzed until none needs it", async () => {
  while (await vacuumOne(database));
  await database.exec(
    "insert into settings select 'k' || i, to_jsonb(i) from generate_series(1, 1000) i",
  );
  await database.exec("delete from settings where value::int4 > 500");
  const dead = "select n_dead_tup as value from pg_stat_user_tables where relname = 'settings'";
  const rows = "select reltuples as value from pg_class where relname = 'settings'";
  // Counters are written at most once a second unless forced.
  await database.exec("select pg_stat_force_next_flush()");
  expect(await one(dead)).toBe(500);
  expect(await vacuumOne(database)).toBe(true);
  expect([await one(dead), await one(rows)]).toEqual([0, 500]);
  expect(await vacuumOne(database)).toBe(false);
});

test("the files are analyzed after an import", async () => {
  await database.close();
  const importing = await openDatabase({ dataDir: place.dataDir, holder: "import" });
  await sql`insert into settings select 'k' || i, to_jsonb(i) from generate_series(1, 1000) i`.execute(
    importing.db,
  );
  await importing.close();
  database = await PGlite.create(join(place.dataDir, "database"));
  expect(await one("select reltuples as value from pg_class where relname = 'settings'")).toBe(
    1000,
  );
});
