/** Records the person whose account each entry of a run concerns, so that the person's report finds it. */
import { sql, type Transaction } from "kysely";
import type { Database } from "../../db/schema.ts";
import type { RunJob } from "./leases.ts";

/**
 * Call it after the last known state is stored. The first run of a system finds accounts that people had before, so that
 * its entries concern nobody.
 */
export async function nameConcernedPeople(
  tx: Transaction<Database>,
  { clientId, resourceId, oid }: RunJob,
  accountClasses: readonly string[],
): Promise<void> {
  // Materialized, because no statistics say yet how few entries there are.
  await sql`
    with entries as materialized (
      select no, object_class, object_id, (former ->> 'owner')::uuid as former_owner
      from system_run_entries
      where client_id = ${clientId} and resource_id = ${resourceId} and run_oid = ${oid}
        and object_class = any(${accountClasses}::text[])
        and exists (
          select from system_runs earlier
          where earlier.client_id = ${clientId} and earlier.resource_id = ${resourceId}
            and earlier.oid <> ${oid} and earlier.status in ('done', 'undone'))
    ), concerned as (
      select entries.no, coalesce(account.identity_oid, entries.former_owner) as identity_oid
      from entries
      left join system_objects stored on stored.client_id = ${clientId} and stored.resource_id = ${resourceId}
        and stored.object_class = entries.object_class and stored.object_id = entries.object_id
      left join accounts account on account.client_id = ${clientId} and account.resource_id = ${resourceId}
        and account.name = stored.account_name
    )
    update system_run_entries entry set identity_oid = concerned.identity_oid
    from concerned
    where entry.client_id = ${clientId} and entry.resource_id = ${resourceId} and entry.run_oid = ${oid}
      and entry.no = concerned.no and concerned.identity_oid is not null
  `.execute(tx);
}
