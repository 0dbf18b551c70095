/** Removes the entries of old runs. Their counts, decisions and audit entries stay. */
import { sql, type Kysely } from "kysely";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { RETENTION } from "../../jobs/retention.ts";

/** Besides the entries: what an undo needs, and the people of a plan that waited for a decision. */
const KEPT_WITH_ENTRIES = [
  "system_run_people",
  "system_run_orgs",
  "system_run_entitlements",
  "planned_people",
] as const;

/** Of one look, so that runs that wait begin soon. */
const ENTRIES_PER_LOOK = 5000;

/**
 * An undo needs the entries of a system's last applied run, of abandoned runs after it that applied a part, and of a run that
 * is being undone. These stay, with what the people of the last applied run were.
 */
export async function dropOldEntries(db: Kysely<Database>, now: Date): Promise<void> {
  let room = ENTRIES_PER_LOOK;
  while (room > 0) {
    const dropped = await dropOfOldestRun(db, now, room);
    if (dropped === null) return;
    room -= dropped;
  }
}

/** @returns how many entries it removed, at most `limit`; null if no old run is left. */
async function dropOfOldestRun(
  db: Kysely<Database>,
  now: Date,
  limit: number,
): Promise<number | null> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ client_id: string; resource_id: string; oid: string }>`
      select run.client_id, run.resource_id, run.oid from system_runs run
      where run.ended_at < ${new Date(now.getTime() - RETENTION)} and not run.entries_dropped
        and (run.status <> 'done' and (run.status <> 'failed' or run.applied is null) or exists (
          select from system_runs later
          where later.client_id = run.client_id and later.resource_id = run.resource_id
            and later.no > run.no and later.status = 'done'))
        and not exists (
          select from system_runs undo
          where undo.client_id = run.client_id and undo.resource_id = run.resource_id
            and undo.undoes = run.oid and undo.status = 'applying')
      order by run.ended_at limit 1
      for update skip locked
    `.execute(tx);
    const [run] = rows;
    if (!run) return null;
    const { numAffectedRows = 0n } = await sql`
      delete from system_run_entries
      where client_id = ${run.client_id} and resource_id = ${run.resource_id} and run_oid = ${run.oid}
        and no in (
          select no from system_run_entries
          where client_id = ${run.client_id} and resource_id = ${run.resource_id} and run_oid = ${run.oid}
          order by no limit ${limit})
    `.execute(tx);
    const dropped = Number(numAffectedRows);
    if (dropped === limit) return dropped;
    for (const table of KEPT_WITH_ENTRIES) {
      await tx
        .deleteFrom(table)
        .where("client_id", "=", run.client_id)
        .where("resource_id", "=", run.resource_id)
        .where("run_oid", "=", run.oid)
        .execute();
    }
    await tx
      .updateTable("system_runs")
      .set({ entries_dropped: true })
      .where("client_id", "=", run.client_id)
      .where("resource_id", "=", run.resource_id)
      .where("oid", "=", run.oid)
      .execute();
    return dropped;
  });
}
