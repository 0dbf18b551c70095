/**
 * What PostgreSQL's background processes do, and the embedded database, which has none, would never do: without
 * checkpoints its write-ahead log grows for ever (and so does the recovery after a kill), without vacuum its tables.
 */
import type { PGlite } from "@electric-sql/pglite";

/** Bytes of write-ahead log after which a checkpoint is due; recovering that much takes about 0.2 s. */
const CHECKPOINT_DISTANCE = 64 * 1024 * 1024;

const WAL_SINCE_CHECKPOINT = `
  select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()`;

/** The thresholds of PostgreSQL's own autovacuum. */
const TABLE_TO_VACUUM = `
  select quote_ident(schemaname) || '.' || quote_ident(relname) as name
  from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
  order by n_dead_tup desc, relname
  limit 1`;

/** Writes a checkpoint if one is due. Must not be called inside a transaction. */
export async function checkpointIfDue(database: PGlite): Promise<void> {
  const { rows } = await database.query<{ bytes: number }>(WAL_SINCE_CHECKPOINT);
  if ((rows[0]?.bytes ?? 0) >= CHECKPOINT_DISTANCE) await database.exec("checkpoint");
}

/**
 * Vacuums and analyzes the table that needs it most. Must not be called inside a transaction.
 * @returns whether there was one.
 */
export async function vacuumOne(database: PGlite): Promise<boolean> {
  const { rows } = await database.query<{ name: string }>(TABLE_TO_VACUUM);
  const name = rows[0]?.name;
  if (name === undefined) return false;
  await database.exec(`vacuum (analyze) ${name}`);
  return true;
}
