/**
 * Advisory locks for things without a row. Their numbers are distinct, and no other program locks them in this
 * database.
 */
import { sql, type Kysely } from "kysely";
import type { Database } from "./schema.ts";

export const LOCK_IDS = {
  schema: 7_468_391_275n,
  imports: 5_127_904_663n,
  clientNames: 2_840_617_359n,
  signOnAddresses: 6_195_038_427n,
  policies: 4_406_917_283n,
} as const;

/** Waits for the lock and holds it until the transaction ends. */
export async function holdLock(tx: Kysely<Database>, lock: keyof typeof LOCK_IDS): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_IDS[lock])})`.execute(tx);
}

/** Keeps out who holds the lock alone, and shares it with all others. */
export async function shareLock(tx: Kysely<Database>, lock: keyof typeof LOCK_IDS): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(LOCK_IDS[lock])})`.execute(tx);
}
