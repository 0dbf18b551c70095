/** Queries of tables without statistics, for which the planner chooses nested loops that compare every pair of rows. */
import { sql, type Transaction } from "kysely";
import type { Database } from "./schema.ts";

/** Runs work without nested loops. The transaction then has its former setting again. */
export async function withoutNestedLoops<Result>(
  tx: Transaction<Database>,
  work: () => Promise<Result>,
): Promise<Result> {
  const { rows } = await sql<{ former: string }>`
    select current_setting('enable_nestloop') as former
  `.execute(tx);
  await sql`set local enable_nestloop = off`.execute(tx);
  const result = await work();
  // After an error, the transaction ends, and the setting with it.
  await sql`select set_config('enable_nestloop', ${rows[0]?.former ?? "on"}, true)`.execute(tx);
  return result;
}
