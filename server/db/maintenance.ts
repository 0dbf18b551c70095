/**
 * Replaces PostgreSQL's background processes, which the embedded database lacks. Without checkpoints the write-ahead
 * log and the recovery after a kill grow for ever, and without vacuum the tables do.
 */
import type { PGlite } from "@electric-sql/pglite";

/** Bytes of write-ahead log after which a checkpoint is due; recovering it takes about 0.2 s. */
const CHECKPOINT_DISTANCE = 64 * 1024 * 1024;

const WAL_SINCE_CHECKPOINT = `
  select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()`;

/** The thresholds of PostgreSQL's own autovacuum. */
const IS_WORN = "n_dead_tup > 50 + 0.2 * n_live_tup";
/** Counters restart at each opening; a table that was never analyzed has `reltuples` -1. */
const IS_UNKNOWN = `(n_mod_since_analyze > 50 + 0.1 * n_live_tup
  or (reltuples < 0 and pg_relation_size(relid) > 0))`;

const tablesWhere = (condition: string): string => `
  select quote_ident(schemaname) || '.' || quote_ident(pg_stat_user_tables.relname) as name
  from pg_stat_user_tables join pg_class on pg_class.oid = relid
  where ${condition}
  order by n_dead_tup desc, pg_stat_user_tables.relname`;

/** Prepared statements are planned again after it, because their tables may have grown. */
export async function forgetPlans(database: PGlite): Promise<void> {
  await database.exec("discard plans");
}

/** Writes a checkpoint if one is due. Must not run inside a transaction. */
export async function checkpointIfDue(database: PGlite): Promise<void> {
  const { rows } = await database.query<{ bytes: number }>(WAL_SINCE_CHECKPOINT);
  if ((rows[0]?.bytes ?? 0) >= CHECKPOINT_DISTANCE) await database.exec("checkpoint");
}

/**
 * Vacuums and analyzes the table with the greatest need. Must not run inside a transaction.
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

/** Analyzes the tables with many changes, so that the next process to open the files has suitable plans. */
export async function analyzeChanged(database: PGlite): Promise<void> {
  const { rows } = await database.query<{ name: string }>(tablesWhere(IS_UNKNOWN));
  if (rows.length > 0) await database.exec(`analyze ${rows.map(({ name }) => name).join(", ")}`);
}
