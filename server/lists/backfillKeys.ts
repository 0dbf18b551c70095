/**
 * Backfills search keys of rows that an earlier version wrote without them. Writers now create the key together with
 * the row. A migration cannot create the missing ones, because SQL does not fold case as the filters do, so the server
 * does it at its start.
 */
import { sql, type Kysely } from "kysely";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";

/** Tables with a search key, and the condition of their partial index of the rows that lack it. */
const MISSING = {
  user_clients: sql<boolean>`search_key is null`,
  resources: sql<boolean>`search_key is null`,
  entitlements: sql<boolean>`search_key is null`,
  identities: sql<boolean>`attribute_key is null and attributes <> '{}'`,
};
type KeyedTable = keyof typeof MISSING;

/** The condition on rows of a table that lack their key. */
export const lacksKey = (table: KeyedTable) => MISSING[table];

/** Sorts before the id of any row. */
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * @param writeBatch writes keys of some rows of a client after the id `after`, in the order of their ids, and returns
 * the last id; null if there were none. Restarting at the first row would scan the finished ones with each batch.
 */
export async function backfillKeys(
  db: Kysely<Database>,
  table: KeyedTable,
  writeBatch: (tx: Kysely<Database>, clientId: string, after: string) => Promise<string | null>,
): Promise<void> {
  const clients = await db
    .selectFrom(table)
    .select("client_id")
    .where(lacksKey(table))
    .groupBy("client_id")
    .execute();
  for (const { client_id: clientId } of clients) {
    let last: string | null = FIRST_ID;
    while (last !== null) {
      const after: string = last;
      last = await inTransaction(db, (tx) => writeBatch(tx, clientId, after));
    }
  }
}

export async function countMissingKeys(db: Kysely<Database>, table: KeyedTable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${lacksKey(table)}
  `.execute(db);
  return rows[0]?.count ?? 0;
}
