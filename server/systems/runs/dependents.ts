/**
 * What depends on a run: later changes of the objects that it changed. The entries of runs tell who wrote an object. Old
 * entries are removed from the oldest run on (`oldEntries.ts`), so while a run has all of its entries, so does each later run
 * that changed something.
 */
import { sql, type Transaction } from "kysely";
import { NO_COUNTS, type RunCounts } from "#events/entities/systemRun.ts";
import { message } from "#events/messages/message.ts";
import { countChanges } from "#events/rules/runs.ts";
import { withoutNestedLoops } from "../../db/nestedLoops.ts";
import type { Database, Row } from "../../db/schema.ts";
import { ApiError } from "../../plugins/errors.ts";
import { requireIndependentPeople } from "./peopleDependents.ts";

/** Later runs that a message names. */
const MAX_NAMED = 5;

/**
 * Call it while no other run of the system is open.
 *
 * @throws ApiError ECONFLICT if something has changed an object of the run since, or if entries of the run were removed.
 */
export async function requireIndependent(
  tx: Transaction<Database>,
  run: Row<"system_runs">,
): Promise<void> {
  await requireEntries(tx, run);
  await withoutNestedLoops(tx, async () => {
    await requireLastRun(tx, run);
    await requireUnprovisioned(tx, run);
    await requireIndependentPeople(tx, run);
  });
}

/** Entries of old runs are removed in steps. */
async function requireEntries(tx: Transaction<Database>, run: Row<"system_runs">): Promise<void> {
  const { entries } = await tx
    .selectFrom("system_run_entries")
    .select((eb) => eb.fn.countAll<number>().as("entries"))
    .where("client_id", "=", run.client_id)
    .where("resource_id", "=", run.resource_id)
    .where("run_oid", "=", run.oid)
    .executeTakeFirstOrThrow();
  const all = countChanges((run.counts as RunCounts | null) ?? NO_COUNTS);
  if (Number(entries) !== all) throw new ApiError("ECONFLICT", message("systemRuns.notUndoable"));
}

async function requireLastRun(tx: Transaction<Database>, run: Row<"system_runs">): Promise<void> {
  // A run that was undone and its undo leave objects as they were. Of an abandoned run, the first entries were applied.
  const { rows } = await sql<{ no: number; name: string; objects: number; isAbandoned: boolean }>`
    with later as materialized (
      select run.no, entry.object_class, entry.object_id, entry.name, run.status = 'failed' as abandoned
      from system_runs run
      join system_run_entries entry on entry.client_id = run.client_id and entry.resource_id = run.resource_id
        and entry.run_oid = run.oid
      join system_run_entries own on own.client_id = ${run.client_id} and own.resource_id = ${run.resource_id}
        and own.run_oid = ${run.oid} and own.object_class = entry.object_class and own.object_id = entry.object_id
      where run.client_id = ${run.client_id} and run.resource_id = ${run.resource_id} and run.no > ${run.no}
        and (run.status = 'done' and run.kind <> 'undo'
          or run.status = 'failed' and entry.no <= (run.applied ->> 'no')::integer)
    )
    select no, min(name) as name, abandoned as "isAbandoned",
      (select count(*) from (select distinct object_class, object_id from later) object) as objects
    from later group by no, abandoned order by abandoned desc, no desc limit ${MAX_NAMED + 1}
  `.execute(tx);
  const [first] = rows;
  if (!first) return;
  if (first.isAbandoned) {
    const params = { no: first.no, name: first.name };
    throw new ApiError("ECONFLICT", message("systemRuns.changedByAbandoned", params));
  }
  const named = rows.slice(0, MAX_NAMED).map(({ no }) => String(no));
  if (rows.length > MAX_NAMED) named.push("…");
  const params = { count: first.objects, name: first.name, runs: named.join(", ") };
  throw new ApiError("ECONFLICT", message("systemRuns.changedByRuns", params));
}

/** Without later entries, an object that the run left and that is missing was deleted by provisioning. */
async function requireUnprovisioned(
  tx: Transaction<Database>,
  run: Row<"system_runs">,
): Promise<void> {
  const { rows } = await sql<{ name: string; objects: number }>`
    select entry.name, count(*) over () as objects
    from system_run_entries entry
    left join system_objects stored on stored.client_id = ${run.client_id}
      and stored.resource_id = ${run.resource_id}
      and stored.object_class = entry.object_class and stored.object_id = entry.object_id
    where entry.client_id = ${run.client_id} and entry.resource_id = ${run.resource_id}
      and entry.run_oid = ${run.oid}
      and case when stored.object_id is null then entry.change <> 'removed'
        else stored.provisioned_at > ${run.ended_at} end
    order by entry.no limit 1
  `.execute(tx);
  const [first] = rows;
  if (!first) return;
  const params = { count: first.objects, name: first.name };
  throw new ApiError("ECONFLICT", message("systemRuns.changedByProvisioning", params));
}
