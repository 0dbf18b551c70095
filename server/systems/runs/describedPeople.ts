/** Records which people the objects of an HR system describe, so that a plan names the people whom it affects. */
import { sql, type Kysely } from "kysely";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { openPersonIds, type DescribingObject } from "../../mappings/personIds.ts";
import type { ApplyRequest } from "./applyRequest.ts";
import { holdOwnRun, type RunJob, type RunPlace } from "./leases.ts";
import { MAPPING_BUDGET } from "./mappedPeople.ts";

const ROWS = 2000;

/**
 * Call it outside a transaction: mappings may be slow.
 *
 * @throws MappingTimeError; LostJobError if another worker has the run.
 */
export async function nameDescribedPeople(
  db: Kysely<Database>,
  job: RunJob,
  { settings, accountClasses }: Pick<ApplyRequest, "settings" | "accountClasses">,
): Promise<void> {
  const { clientId, resourceId, oid } = job;
  const personIds = openPersonIds(settings, { budget: MAPPING_BUDGET });
  let last = 0;
  try {
    for (;;) {
      const { rows } = await sql<DescribingObject & { no: number }>`
        select no, object_class as "objectClass", object_id as id, coalesce(after, before) as content
        from system_run_entries
        where client_id = ${clientId} and resource_id = ${resourceId} and run_oid = ${oid} and no > ${last}
          and object_class = any(${accountClasses}::text[]) and coalesce(after, before) is not null
        order by no
        limit ${ROWS}
      `.execute(db);
      const ids = await personIds.of(rows);
      await inTransaction(db, async (tx) => {
        await holdOwnRun(tx, job, "share");
        await sql`
          update system_run_entries entry set person_id = item.person_id
          from unnest(${rows.map(({ no }) => no)}::integer[], ${ids.map((id) => id ?? null)}::text[])
            as item (no, person_id)
          where entry.client_id = ${clientId} and entry.resource_id = ${resourceId} and entry.run_oid = ${oid}
            and entry.no = item.no
        `.execute(tx);
      });
      const end = rows.at(-1);
      if (!end || rows.length < ROWS) return;
      last = end.no;
    }
  } finally {
    await personIds.close();
  }
}

/** How many people of the directory the entries describe. */
export async function countDescribedPeople(
  db: Kysely<Database>,
  { clientId, resourceId, oid }: RunPlace,
): Promise<number> {
  // Materialized, because no statistics say yet how few entries there are.
  const { rows } = await sql<{ people: number }>`
    with described as materialized (
      select distinct person_id from system_run_entries
      where client_id = ${clientId} and resource_id = ${resourceId} and run_oid = ${oid} and person_id is not null
    )
    select count(*) as people from identities
    where client_id = ${clientId} and external_id in (select person_id from described)
  `.execute(db);
  return rows[0]?.people ?? 0;
}
