import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "#server/db/open.ts";
import { PLANNED_ONCE } from "#server/db/preparedStatements.ts";
import { startChild } from "../support/children.ts";
import { copyEmbedded } from "../support/databases.ts";

/** An expression so deep that the database's stack overflows, from which it cannot recover. */
const FATAL = `select ${Array.from({ length: 20_000 }, (_, i) => i).join("+")}`;

let place: ReturnType<typeof copyEmbedded>;
beforeEach(() => {
  place = copyEmbedded();
});
afterEach(() => place.remove());

test("a prepared statement is parsed once, also after another thread has taken over", async () => {
  const { db, close } = await openDatabase({ dataDir: place.dataDir });
  const ask = () =>
    sql<{ n: number }>`select ${7}::int4 as n ${PLANNED_ONCE}`.execute(db).then(({ rows }) => rows);
  const known = async () =>
    (
      await sql`select name, generic_plans + custom_plans as used from pg_prepared_statements`.execute(
        db,
      )
    ).rows;
  await ask();
  expect(await ask()).toEqual([{ n: 7 }]);
  expect(await known()).toEqual([{ name: "planned 0", used: 2 }]);
  await expect(sql.raw(FATAL).execute(db)).rejects.toThrow();
  expect(await ask()).toEqual([{ n: 7 }]);
  expect(await known()).toEqual([{ name: "planned 0", used: 1 }]);
  await close();
});

describe("when the database's thread ends", () => {
  test("its query fails, waiting queries move to a new thread, and acknowledged writes survive", async () => {
    const { db, background, close } = await openDatabase({ dataDir: place.dataDir });
    await db.insertInto("settings").values({ key: "kept", value: "1" }).execute();
    const fatal = sql.raw(FATAL).execute(db);
    const waiting = db.selectFrom("settings").select("key").execute();
    const patient = background.selectFrom("settings").select("key").execute();
    await expect(fatal).rejects.toMatchObject({ code: "EDATABASEUNAVAILABLE" });
    expect(await waiting).toEqual([{ key: "kept" }]);
    expect(await patient).toEqual([{ key: "kept" }]);
    await close();
  });

  test("its transaction fails as a whole and returns the connection", async () => {
    const { db, close } = await openDatabase({ dataDir: place.dataDir });
    const work = db.transaction().execute(async (tx) => {
      await tx.insertInto("settings").values({ key: "half", value: "1" }).execute();
      await sql.raw(FATAL).execute(tx);
    });
    await expect(work).rejects.toThrow("The embedded database ended");
    expect(await db.selectFrom("settings").select("key").execute()).toEqual([]);
    await close();
  });

  test("a database with broken files is refused with the reason, and its directory is released", async () => {
    rmSync(join(place.dataDir, "database", "global", "pg_control"));
    const opening = openDatabase({ dataDir: place.dataDir });
    await expect(opening).rejects.toMatchObject({ code: "EDATABASEUNAVAILABLE" });
    await expect(opening).rejects.toThrow(/pg_control/);
    expect(existsSync(join(place.dataDir, "provision.lock"))).toBe(false);
  });
});

test("an open directory is refused until it is closed", async () => {
  const first = await openDatabase({ dataDir: place.dataDir });
  await expect(openDatabase({ dataDir: place.dataDir, holder: "import" })).rejects.toThrow(
    "in use by a server",
  );
  await first.close();
  await (await openDatabase({ dataDir: place.dataDir })).close();
});

test("queries after closing fail without waiting", async () => {
  const { db, close } = await openDatabase({ dataDir: place.dataDir });
  await close();
  await expect(sql`select 1`.execute(db)).rejects.toThrow();
});

test("closing waits for the running transaction", async () => {
  const first = await openDatabase({ dataDir: place.dataDir });
  let closing: Promise<void> | undefined;
  await first.db.transaction().execute(async (tx) => {
    closing = first.close();
    await tx.insertInto("settings").values({ key: "late", value: "1" }).execute();
  });
  await closing;
  const second = await openDatabase({ dataDir: place.dataDir });
  expect(await second.db.selectFrom("settings").select("key").execute()).toEqual([{ key: "late" }]);
  await second.close();
});

test("the first start creates the files, replacing those of a killed first start", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "provision-first-"));
  const writer = startChild(new URL("../support/writer.ts", import.meta.url), dataDir);
  while (!readdirSync(dataDir).some((name) => name.startsWith("database.unfinished"))) {
    await setTimeout(1);
  }
  await writer.kill();
  const { db, close } = await openDatabase({ dataDir });
  expect(await db.selectFrom("settings").select("key").execute()).toEqual([]);
  expect(readdirSync(dataDir).toSorted()).toEqual(["database", "provision.lock"]);
  await close();
  rmSync(dataDir, { recursive: true });
});

test("a process killed while writing loses nothing acknowledged and leaves nothing half done", async () => {
  let acknowledged = 0;
  for (let round = 0; round < 5; round += 1) {
    const writer = startChild(new URL("../support/writer.ts", import.meta.url), place.dataDir);
    await writer.line(3 + 17 * round);
    await writer.kill();
    acknowledged = Math.max(acknowledged, ...writer.lines.map(Number));

    const { db, close } = await openDatabase({ dataDir: place.dataDir });
    const { rows } = await sql<{ number: number; rows: number }>`
      select split_part(key, ':', 1)::int4 as number, count(*) as rows from settings group by 1 order by 1`.execute(
      db,
    );
    await close();
    expect(rows.length).toBeGreaterThanOrEqual(acknowledged);
    expect(rows.length).toBeLessThanOrEqual(acknowledged + 1);
    expect(rows).toEqual(rows.map((_, index) => ({ number: index + 1, rows: 10 })));
  }
}, 300_000);
