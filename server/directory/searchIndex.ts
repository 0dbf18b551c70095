/** The index by which people are found by any part of their searched texts. */
import { sql, type Kysely } from "kysely";
import { holdLock } from "../db/advisoryLocks.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";

/**
 * Creates the index if it is missing, because PostgreSQL could not create the extension that it needs when the schema was
 * updated.
 *
 * @returns whether there is one.
 */
export function indexPeopleSearch(db: Kysely<Database>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await holdLock(tx, "schema");
    const { rows } = await sql<{ found: boolean }>`select index_people_search() as found`.execute(
      tx,
    );
    return rows[0]?.found ?? false;
  });
}
