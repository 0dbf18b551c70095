/** Ends the people whose objects an HR system has lacked for longer than the grace period. */
import { sql, type Kysely, type Transaction } from "kysely";
import type { SystemSettings } from "#events/entities/system.ts";
import type { Database } from "../../db/schema.ts";
import { chunksOf } from "../../import/batch.ts";
import { openPersonIds, type DescribingObject } from "../../mappings/personIds.ts";
import type { RunJob } from "./leases.ts";
import { MAPPING_BUDGET } from "./mappedPeople.ts";

const PAGE = 2000;

interface Request {
  readonly job: RunJob;
  readonly settings: SystemSettings;
  readonly accountClasses: readonly string[];
}

/**
 * The external ids of people whom only removed objects describe. Call it before the last known state is stored, and
 * outside a transaction: mappings may be slow.
 *
 * @throws MappingTimeError
 */
export async function findRemovedPeople(
  db: Kysely<Database>,
  request: Request,
): Promise<ReadonlySet<string>> {
  const removed = await idsOf(db, request, true);
  if (removed.size === 0) return removed;
  for (const id of await idsOf(db, request, false)) removed.delete(id);
  return removed;
}

/**
 * Ended people leave their orgs, so that no policy grants them anything. They remain in the directory: an import that
 * contains them again revives them.
 */
export async function endRemovedPeople(
  tx: Transaction<Database>,
  { job, now }: Pick<Request, "job"> & { readonly now: Date },
  removed: ReadonlySet<string>,
): Promise<void> {
  for (const chunk of chunksOf([...removed])) {
    await sql`
      with leaving as (
        select oid, job_title, department, location from identities
        where client_id = ${job.clientId} and external_id = any(${chunk}::text[]) and ended_at is null
          and not by_hand
        for no key update
      ), history as (
        insert into person_history (
          client_id, identity_oid, id, at, kind, before, after, resource_id, run_oid, actor
        )
        select ${job.clientId}::uuid, oid, gen_random_uuid(), ${now}, 'left',
          jsonb_strip_nulls(jsonb_build_object(
            'jobTitle', job_title, 'department', department, 'location', location)),
          '{}'::jsonb, ${job.resourceId}::uuid, ${job.oid}::uuid, ${job.actor.username}
        from leaving
      ), ended as (
        update identities set ended_at = ${now}, job_title = null, department = null, location = null,
          version = version + 1
        where client_id = ${job.clientId} and oid in (select oid from leaving)
        returning oid
      ), roles as (
        update access_role_assignments set valid_until = ${now}
        where client_id = ${job.clientId} and identity_oid in (select oid from ended)
          and (valid_until is null or valid_until > ${now})
      )
      delete from identity_orgs
      where client_id = ${job.clientId} and identity_oid in (select oid from ended)
    `.execute(tx);
  }
}

/** The external ids of the people whom objects describe: removed objects, or all that are left and new ones. */
async function idsOf(
  db: Kysely<Database>,
  request: Request,
  isRemoved: boolean,
): Promise<Set<string>> {
  const { job, accountClasses, settings } = request;
  const { clientId, resourceId, oid } = job;
  const personIds = openPersonIds(settings, { budget: MAPPING_BUDGET });
  const ids = new Set<string>();
  let after = { objectClass: "", id: "" };
  try {
    for (;;) {
      const { rows } = await sql<DescribingObject>`
        with objects as (
          select o.object_class, o.object_id, o.content, coalesce(e.change = 'removed', false) as removed
          from system_objects o
          left join system_run_entries e on e.client_id = o.client_id and e.resource_id = o.resource_id
            and e.run_oid = ${oid} and e.object_class = o.object_class and e.object_id = o.object_id
            and e.change = 'removed'
          where o.client_id = ${clientId} and o.resource_id = ${resourceId}
          union all
          select e.object_class, e.object_id, e.after, false from system_run_entries e
          where e.client_id = ${clientId} and e.resource_id = ${resourceId} and e.run_oid = ${oid}
            and e.change = 'added'
        )
        select object_class as "objectClass", object_id as id, content from objects
        where object_class = any(${accountClasses}::text[]) and removed = ${isRemoved}
          and (object_class, object_id) > (${after.objectClass}, ${after.id})
        order by object_class, object_id limit ${PAGE}
      `.execute(db);
      if (rows.length === 0) return ids;
      for (const id of await personIds.of(rows)) if (id !== undefined) ids.add(id);
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) return ids;
      after = last;
    }
  } finally {
    await personIds.close();
  }
}
