/** Ends the people who left according to an HR system: those whose objects are inactive or were removed. */
import { sql, type Kysely, type Transaction } from "kysely";
import type { SystemSettings } from "#events/entities/system.ts";
import type { Database } from "../../db/schema.ts";
import { chunksOf } from "../../import/batch.ts";
import { openPersonIds, type DescribingObject } from "../../mappings/personIds.ts";
import { entryPages, PAGE_ROWS } from "./entryPages.ts";
import { INACTIVE, objectKey } from "./content.ts";
import type { RunJob } from "./leases.ts";
import { MAPPING_BUDGET } from "./mappedPeople.ts";

interface Request {
  readonly job: RunJob;
  readonly settings: SystemSettings;
  readonly accountClasses: readonly string[];
}

/**
 * The external ids of people whom the plan makes inactive or removes, and whom no other object describes as active. Missing
 * objects count until they are removed. Call it before the last known state is stored, and outside a transaction: mappings
 * may be slow.
 *
 * @throws MappingTimeError
 */
export async function findEndedPeople(
  db: Kysely<Database>,
  request: Request,
): Promise<ReadonlySet<string>> {
  const personIds = openPersonIds(request.settings, { budget: MAPPING_BUDGET });
  const ended = new Set<string>();
  const idsOf = async (objects: readonly DescribingObject[]) =>
    (await personIds.of(objects)).filter((id) => id !== undefined);
  const idsIn = async (entries: readonly PlannedEntry[]) => {
    const unnamed = entries.filter(({ personId }) => personId === null);
    const evaluated = unnamed.length === 0 ? [] : await idsOf(unnamed);
    return [...entries.flatMap(({ personId }) => personId ?? []), ...evaluated];
  };
  try {
    for await (const entries of plannedEntries(db, request, { onlyEnding: true })) {
      for (const id of await idsIn(entries)) ended.add(id);
    }
    if (ended.size === 0) return ended;
    const planned = new Set<string>();
    for await (const entries of plannedEntries(db, request, { onlyEnding: false })) {
      for (const entry of entries) planned.add(objectKey(entry));
      for (const id of await idsIn(entries.filter(({ ends }) => !ends))) ended.delete(id);
    }
    for await (const objects of activeObjects(db, request)) {
      const kept = objects.filter((object) => !planned.has(objectKey(object)));
      for (const id of await idsOf(kept)) ended.delete(id);
    }
    return ended;
  } finally {
    await personIds.close();
  }
}

/**
 * Ended people leave their orgs, so that no policy grants them anything. They remain in the directory: an import that
 * contains them again revives them.
 */
export async function endPeople(
  tx: Transaction<Database>,
  { job, now }: Pick<Request, "job"> & { readonly now: Date },
  ended: ReadonlySet<string>,
): Promise<void> {
  for (const chunk of chunksOf([...ended])) {
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

interface PlannedEntry extends DescribingObject {
  readonly no: number;
  /** The person whom the run found that the object describes; null if it describes nobody, or the plan is of an earlier version. */
  readonly personId: string | null;
  /** Whether the object no longer describes an employed person. */
  readonly ends: boolean;
}

const ENDS = sql<boolean>`(after is null or position(${INACTIVE} in after) > 0)`;

/** The entries that change what objects say about people, page by page. */
function plannedEntries(
  db: Kysely<Database>,
  { job: { clientId, resourceId, oid }, accountClasses }: Request,
  { onlyEnding }: { readonly onlyEnding: boolean },
): AsyncGenerator<readonly PlannedEntry[], void, undefined> {
  return entryPages((after) =>
    sql<PlannedEntry>`
      select no, object_class as "objectClass", object_id as id, coalesce(after, before) as content,
        person_id as "personId", ${ENDS} as ends
      from system_run_entries
      where client_id = ${clientId} and resource_id = ${resourceId} and run_oid = ${oid} and no > ${after}
        and object_class = any(${accountClasses}::text[]) and change <> 'gone' and coalesce(after, before) is not null
        and (${ENDS} or not ${onlyEnding}::boolean)
      order by no limit ${PAGE_ROWS}
    `.execute(db),
  );
}

/** The objects that the last applied run left as active or missing, page by page. */
async function* activeObjects(
  db: Kysely<Database>,
  { job: { clientId, resourceId }, accountClasses }: Request,
): AsyncGenerator<readonly DescribingObject[], void, undefined> {
  let after = { objectClass: "", id: "" };
  for (;;) {
    const { rows } = await sql<DescribingObject>`
      select object_class as "objectClass", object_id as id, content from system_objects
      where client_id = ${clientId} and resource_id = ${resourceId}
        and object_class = any(${accountClasses}::text[]) and position(${INACTIVE} in content) = 0
        and (object_class, object_id) > (${after.objectClass}, ${after.id})
      order by object_class, object_id limit ${PAGE_ROWS}
    `.execute(db);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_ROWS) return;
    after = last;
  }
}
