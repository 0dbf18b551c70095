import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { eachDatabase } from "../support/databases.ts";

eachDatabase((database) => {
  test("values of each type are the same JavaScript values on both databases", async () => {
    const { rows } = await sql`
      select 5::int4 as int4, 9007199254740991::int8 as int8, 1.5::numeric as numeric, 0.1::float8 as float8,
        true as bool, 'é'::text as text, null::text as nothing,
        array[1, 2]::int4[] as int4s, array['a', 'b "c", d', null] as texts, '{}'::int4[] as none,
        '{"a": [1, null]}'::jsonb as json, '\\x00ff'::bytea as bytes,
        '2026-11-21 10:00:00.123+02'::timestamptz as time,
        '2d442469-b150-4372-9ed7-afd28f612a94'::uuid as uuid, count(*) as count`.execute(
      database.current.db,
    );
    expect(rows).toEqual([
      {
        int4: 5,
        int8: 9007199254740991,
        numeric: 1.5,
        float8: 0.1,
        bool: true,
        text: "é",
        nothing: null,
        int4s: [1, 2],
        texts: ["a", 'b "c", d', null],
        none: [],
        json: { a: [1, null] },
        bytes: Buffer.from([0, 255]),
        time: new Date("2026-11-21T08:00:00.123Z"),
        uuid: "2d442469-b150-4372-9ed7-afd28f612a94",
        count: 1,
      },
    ]);
  });

  test("parameters of each type arrive unchanged", async () => {
    const given = {
      texts: ["a", 'b "c", \\d{}', "", "NULL"],
      ints: [1, -2, 3],
      bytes: Buffer.from([0, 39, 92, 255]),
      time: new Date("2026-03-29T01:30:00.123Z"),
      json: { a: ["x", { b: "'" }] },
      text: "it's \u0001 ☃",
      float: 100 / 3,
    };
    const { rows } =
      await sql`select ${given.texts}::text[] as texts, ${given.ints}::int4[] as ints,
      ${given.bytes}::bytea as bytes, ${given.time}::timestamptz as time, ${JSON.stringify(given.json)}::jsonb as json,
      ${given.text}::text as text, ${given.float}::float8 as float`.execute(database.current.db);
    expect(rows).toEqual([given]);
  });

  test("a text of 20 MB survives a round trip", async () => {
    const text = "0123456789".repeat(2_000_000);
    const { rows } = await sql<{ text: string }>`select ${text}::text as text`.execute(
      database.current.db,
    );
    expect(rows[0]?.text === text).toBe(true);
  });

  test("a write reports how many rows it changed", async () => {
    const { db } = database.current;
    const keys = [randomUUID(), randomUUID()];
    const inserted = await db
      .insertInto("settings")
      .values(keys.map((key) => ({ key, value: "1" })))
      .executeTakeFirstOrThrow();
    const updated = await db
      .updateTable("settings")
      .set({ value: "2" })
      .where("key", "in", keys)
      .executeTakeFirstOrThrow();
    const deleted = await db
      .deleteFrom("settings")
      .where("key", "=", randomUUID())
      .executeTakeFirstOrThrow();
    expect([
      inserted.numInsertedOrUpdatedRows,
      updated.numUpdatedRows,
      deleted.numDeletedRows,
    ]).toEqual([2n, 2n, 0n]);
  });

  test("an error has its SQLSTATE and constraint, and the connection stays usable", async () => {
    const { db } = database.current;
    const row = { key: randomUUID(), value: "1" };
    await db.insertInto("settings").values(row).execute();
    const again = db.insertInto("settings").values(row).execute();
    await expect(again).rejects.toMatchObject({ code: "23505", constraint: "settings_pkey" });
    await expect(sql`select nothing`.execute(db)).rejects.toMatchObject({ code: "42703" });
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });

  test("many concurrent queries each get their own answer", async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        const db = i % 2 === 0 ? database.current.db : database.current.background;
        return (await sql<{ i: number }>`select ${i}::int4 as i`.execute(db)).rows[0]?.i;
      }),
    );
    expect(answers).toEqual(Array.from({ length: 200 }, (_, i) => i));
  });

  test("names sort by code point, whatever the locale of the database", async () => {
    const client = randomUUID();
    const names = ["b", "a", "Z", "é", "_", "a b", "ab"];
    await database.current.db
      .insertInto("resources")
      .values(
        names.map((name) => ({
          client_id: client,
          id: randomUUID(),
          name,
          created_at: new Date(0),
        })),
      )
      .execute();
    const sorted = await database.current.db
      .selectFrom("resources")
      .select("name")
      .where("client_id", "=", client)
      .orderBy("name")
      .execute();
    expect(sorted.map(({ name }) => name)).toEqual(["Z", "_", "a", "a b", "ab", "b", "é"]);
  });
});
