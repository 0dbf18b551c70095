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
const IS_WORN = "n_dead_tup > 50 + 0.2 * n_live_tup";
/** Counters begin anew with each opening; a table that was never analyzed has `reltuples` -1. */
const IS_UNKNOWN = `(n_mod_since_analyze > 50 + 0.1 * n_live_tup
  or (reltuples < 0 and pg_relation_size(relid) > 0))`;

const tablesWhere = (condition: string): string => `
  select quote_ident(schemaname) || '.' || quote_ident(pg_stat_user_tables.relname) as name
  from pg_stat_user_tables join pg_class on pg_class.oid = relid
  where ${condition}
  order by n_dead_tup desc, pg_stat_user_tables.relname`;

/** Statements that are planned once are planned anew after it: their tables may have grown since. */
export async function forgetPlans(database: PGlite): Promise<void> {
  await database.exec("discard plans");
}

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
  const { rows } = await database.query<{ name: string }>(
    tablesWhere(`${IS_WORN} or ${IS_UNKNOWN}`),
  );
  const name = rows[0]?.name;
  if (name === undefined) return false;
  await database.exec(`vacuum (analyze) ${name}`);
  return true;
}

/** Analyzes the tables that changed much, so that whoever opens the files next has plans that fit them. */
export async function analyzeChanged(database: PGlite): Promise<void> {
  const { rows } = await database.query<{ name: string }>(tablesWhere(IS_UNKNOWN));
  if (rows.length > 0) await database.exec(`analyze ${rows.map(({ name }) => name).join(", ")}`);
}
