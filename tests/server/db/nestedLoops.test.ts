/** Queries without nested loops leave the settings of their transaction as they were. */
import { sql, type Kysely } from "kysely";
import { expect, test } from "vitest";
import { withoutNestedLoops } from "#server/db/nestedLoops.ts";
import type { Database } from "#server/db/schema.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { eachDatabase } from "../support/databases.ts";

eachDatabase((database) => {
  const setting = async (db: Kysely<Database>) => {
    const { rows } = await sql<{ value: string }>`
      select current_setting('enable_nestloop') as value
    `.execute(db);
    return rows[0]?.value;
  };

  test.each(["on", "off"])(
    "a transaction with nested loops %s has them so again",
    async (former) => {
      const { db } = database.current;
      const inside = await inTransaction(db, async (tx) => {
        await sql`select set_config('enable_nestloop', ${former}, true)`.execute(tx);
        const during = await withoutNestedLoops(tx, () => setting(tx));
        return { during, after: await setting(tx) };
      });
      expect(inside).toEqual({ during: "off", after: former });
      expect(await setting(db)).toBe("on");
    },
  );
});
