import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import { expect, test } from "vitest";
import { DiskFullError, isTooSlow, isUnreachable } from "#server/db/errors.ts";
import type { Database } from "#server/db/schema.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { eachDatabase, onPostgres } from "../support/databases.ts";

async function keysLike(db: Kysely<Database>, prefix: string): Promise<string[]> {
  const rows = await db
    .selectFrom("settings")
    .select("key")
    .where("key", "like", `${prefix}%`)
    .orderBy("key")
    .execute();
  return rows.map(({ key }) => key);
}

const raise = (code: string) =>
  sql.raw(`do $$ begin raise exception 'raised' using errcode = '${code}'; end $$`);

eachDatabase((database) => {
  test("the result of the work is returned and its writes are committed", async () => {
    const key = randomUUID();
    const result = await inTransaction(database.current.db, async (tx) => {
      await tx
        .insertInto("settings")
        .values({ key: `${key}-1`, value: "1" })
        .execute();
      await tx
        .insertInto("settings")
        .values({ key: `${key}-2`, value: "2" })
        .execute();
      return "done";
    });
    expect(result).toBe("done");
    expect(await keysLike(database.current.db, key)).toEqual([`${key}-1`, `${key}-2`]);
  });

  test("nothing is written if the work throws", async () => {
    const key = randomUUID();
    const work = inTransaction(database.current.db, async (tx) => {
      await tx.insertInto("settings").values({ key, value: "1" }).execute();
      throw new Error("changed my mind");
    });
    await expect(work).rejects.toThrow("changed my mind");
    expect(await keysLike(database.current.db, key)).toEqual([]);
  });

  test("nothing is written if the work swallows a database error", async () => {
    const key = randomUUID();
    const work = inTransaction(database.current.db, async (tx) => {
      await tx.insertInto("settings").values({ key, value: "1" }).execute();
      await sql`select nothing`.execute(tx).catch(() => {});
    });
    await expect(work).rejects.toThrow();
    expect(await keysLike(database.current.db, key)).toEqual([]);
  });

  test.each(["40001", "40P01"])(
    "work that fails with %s is retried a few times at most",
    async (code) => {
      const key = randomUUID();
      let runs = 0;
      await inTransaction(database.current.db, async (tx) => {
        runs += 1;
        await tx
          .insertInto("settings")
          .values({ key: `${key}-${runs}`, value: "1" })
          .execute();
        if (runs < 3) await raise(code).execute(tx);
      });
      expect(await keysLike(database.current.db, key)).toEqual([`${key}-3`]);

      runs = 0;
      const hopeless = inTransaction(database.current.db, async (tx) => {
        runs += 1;
        await raise(code).execute(tx);
      });
      await expect(hopeless).rejects.toMatchObject({ code });
      expect(runs).toBe(5);
    },
  );

  test("a full disk is a DiskFullError with the code EDISKFULL", async () => {
    const work = inTransaction(database.current.db, (tx) => raise("53100").execute(tx));
    await expect(work).rejects.toBeInstanceOf(DiskFullError);
    await expect(work).rejects.toMatchObject({ code: "EDISKFULL" });
  });

  test("two transactions that lock each other's rows both succeed", async () => {
    const keys = [randomUUID(), randomUUID()];
    const { db } = database.current;
    await db
      .insertInto("settings")
      .values(keys.map((key) => ({ key, value: "0" })))
      .execute();
    const add = (order: string[]): Promise<void> =>
      inTransaction(db, async (tx) => {
        for (const key of order) {
          await sql`update settings set value = to_jsonb(value::int4 + 1) where key = ${key}`.execute(
            tx,
          );
        }
      });
    await Promise.all([...Array(4).keys()].map((i) => add(i % 2 === 0 ? keys : keys.toReversed())));
    const rows = await db.selectFrom("settings").select("value").where("key", "in", keys).execute();
    expect(rows).toEqual([{ value: 4 }, { value: 4 }]);
  });

  onPostgres(database)(
    "a connection that breaks between two statements fails its transaction, and nothing else",
    async () => {
      const { db, background } = database.current;
      const work = inTransaction(db, async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
        await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(background);
        await sql`select 1`.execute(tx);
      });
      expect(await work.catch(isUnreachable)).toBe(true);
      expect(await keysLike(db, "no such")).toEqual([]);
    },
  );

  onPostgres(database)("work for requests times out, and background work does not", async () => {
    const { db, background } = database.current;
    const limit = async (on: Kysely<Database>) =>
      (
        await sql`select current_setting('lock_timeout') as lock,
          current_setting('statement_timeout') as statement,
          current_setting('idle_in_transaction_session_timeout') as idle`.execute(on)
      ).rows;
    expect(await limit(db)).toEqual([{ lock: "5s", statement: "2min", idle: "1min" }]);
    expect(await limit(background)).toEqual([{ lock: "0", statement: "0", idle: "0" }]);
    await inTransaction(background, async (holder) => {
      const lock = sql`select pg_advisory_xact_lock(4711)`;
      await lock.execute(holder);
      const waiting = inTransaction(db, async (tx) => {
        await sql`set local lock_timeout = 1`.execute(tx);
        await lock.execute(tx);
      });
      expect(await waiting.catch(isTooSlow)).toBe(true);
    });
  });
});
