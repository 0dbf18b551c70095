/** Disks of workers under test. */
import { sql, type Kysely } from "kysely";
import { onTestFinished } from "vitest";
import type { Database } from "#server/db/schema.ts";
import type { Readiness } from "#server/health.ts";
import { DiskSpace } from "#server/jobs/diskSpace.ts";

const READY: Readiness = { status: "ready", database: "ok", disk: "ok" };
const FULL: Readiness = { status: "unavailable", database: "ok", disk: "full" };

/** Of the disks of this file's test. */
let refusesSmallWrites = async (): Promise<boolean> => false;

/** A disk on which small writes succeed, unless {@link fillDiskOf} has filled it. */
export const emptyDisk = (clock = () => new Date()) =>
  new DiskSpace({
    check: async () => ((await refusesSmallWrites()) ? FULL : READY),
    clock,
    log: () => {},
  });

/** Of the database's error for a table that does not fit on its disk. */
const DISK_FULL = "53100";

/**
 * From now on the table cannot grow, until `free` is called.
 *
 * @param left "nothing": small writes are refused as well, from each refusal until `freeLittle` is called
 */
export async function fillDiskOf(
  db: Kysely<Database>,
  table: keyof Database,
  left: "nothing" | "little" = "nothing",
) {
  const on = sql.table(table);
  await sql`create sequence refused_writes`.execute(db);
  await sql`create function refuse_write() returns trigger language plpgsql as ${sql.lit(`
    begin
      perform nextval('refused_writes');
      raise exception 'could not extend file: No space left on device' using errcode = '${DISK_FULL}';
    end`)}`.execute(db);
  await sql`create trigger refuse_write before insert or update on ${on}
    for each row execute function refuse_write()`.execute(db);
  const refusals = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select (case when is_called then last_value else 0 end)::integer as count
      from refused_writes`.execute(db);
    return rows[0]?.count ?? 0;
  };
  let isFull = true;
  let before = 0;
  refusesSmallWrites = async () => {
    if (!isFull || left === "little") return false;
    return refusals().then(
      (count) => count > before,
      (error: unknown) => {
        if (isFull) throw error;
        // It was freed in the meantime.
        return false;
      },
    );
  };
  const free = async (): Promise<void> => {
    if (!isFull) return;
    isFull = false;
    await sql`drop function refuse_write cascade`.execute(db);
    await sql`drop sequence refused_writes`.execute(db);
  };
  onTestFinished(free);
  return {
    free,
    /** Small writes succeed until the next refusal. */
    freeLittle: async (): Promise<void> => {
      before = await refusals();
    },
    /** How many writes were refused. */
    refusals,
  };
}

export type FullDisk = Awaited<ReturnType<typeof fillDiskOf>>;
