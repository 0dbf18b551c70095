/**
 * Keys by which lists are ordered and searched. They are made by the server, as the database cannot fold case in the way
 * of all filters; a row without one was written by somebody else, or changed since.
 */
import { sql, type Kysely } from "kysely";
import { PLANNED_ONCE } from "../db/preparedStatements.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";

/** Tables whose rows of a client have a `search_key`, or none yet, and an index of those. */
type KeyedTable = "user_clients" | "entitlements";

/** Before the id of any row. */
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * Makes the keys that are missing in a client. One look at an index where none is.
 *
 * @param makeSome makes some of them in the transaction, of rows that it locks, in the order of their ids, and gives the
 *   last id; null where it found none. Rows are looked for behind the last id: a look at all would pass over those that
 *   were made, again and again.
 */
export async function makeMissingKeys(
  db: Kysely<Database>,
  table: KeyedTable,
  clientId: string,
  makeSome: (tx: Kysely<Database>, clientId: string, after: string) => Promise<string | null>,
): Promise<void> {
  while (await hasMissing(db, table, clientId)) {
    let last: string | null = FIRST_ID;
    let made = 0;
    for (;;) {
      const after: string = last;
      last = await inTransaction(db, (tx) => makeSome(tx, clientId, after));
      if (last === null) break;
      made += 1;
    }
    // What is left is being written by others, who are not waited for.
    if (made === 0) return;
  }
}

async function hasMissing(
  db: Kysely<Database>,
  table: KeyedTable,
  clientId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select("client_id")
    .where("client_id", "=", clientId)
    .where("search_key", "is", null)
    .limit(sql.lit(1))
    .modifyEnd(PLANNED_ONCE)
    .executeTakeFirst();
  return row !== undefined;
}
