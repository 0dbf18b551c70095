/** Normalized names of resources and entitlements. The import writes them with the rows. */
import { sql, type Kysely } from "kysely";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import type { Database } from "../db/schema.ts";
import { backfillKeys } from "../lists/backfillKeys.ts";

/** Rows per transaction. */
const BATCH = 5000;

/** Creates the keys of rows that an earlier version imported. */
export function backfillNameKeys(
  db: Kysely<Database>,
  table: "resources" | "entitlements",
): Promise<void> {
  return backfillKeys(db, table, async (tx, clientId, after) => {
    const named = await tx
      .selectFrom(table)
      .select(["id", "name"])
      .where("client_id", "=", clientId)
      .where("search_key", "is", null)
      .where("id", ">", after)
      .orderBy("id")
      .limit(BATCH)
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    await sql`
      update ${sql.table(table)} t set search_key = k.key
      from unnest(
        ${named.map(({ id }) => id)}::uuid[],
        ${named.map(({ name }) => normalizeForFilter(name))}::text[]
      ) as k (id, key)
      where t.client_id = ${clientId} and t.id = k.id
    `.execute(tx);
    return named.at(-1)?.id ?? null;
  });
}
