/** Records the person whose account each entry of a run concerns, so that the person's report finds it. */
import { sql, type Transaction } from "kysely";
import { listedRows } from "../../db/listedKeys.ts";
import type { Database } from "../../db/schema.ts";
import type { ApplyRequest } from "./applyRequest.ts";
import { isWithin, type PlanEntry } from "./partEntries.ts";

/**
 * Call it after the accounts of the entries were written. The entries of a system's first run get no person, because people
 * had the accounts before.
 *
 * @param names of the accounts by number of the entry.
 */
export async function nameConcernedPeople(
  tx: Transaction<Database>,
  { job: { clientId, resourceId, oid }, accountClasses }: ApplyRequest,
  entries: readonly PlanEntry[],
  names: ReadonlyMap<number, string>,
): Promise<void> {
  const ofAccounts = entries.filter(({ objectClass }) => accountClasses.includes(objectClass));
  await sql`
    update system_run_entries entry
    set identity_oid = coalesce(account.identity_oid, (entry.former ->> 'owner')::uuid)
    from ${listedRows(ofAccounts, {
      no: ["integer", ({ no }) => no],
      name: [
        "text",
        ({ no, change, formerName }) => names.get(no) ?? (change === "gone" ? formerName : null),
      ],
    })}
    left join lateral (
      -- Looked up by key: without statistics, a join may compare every pair.
      select identity_oid from accounts
      where client_id = ${clientId} and resource_id = ${resourceId} and name = item.name
      offset 0
    ) as account on true
    where entry.client_id = ${clientId} and entry.resource_id = ${resourceId} and entry.run_oid = ${oid}
      and entry.no = item.no and ${isWithin(ofAccounts)}
      and coalesce(account.identity_oid, (entry.former ->> 'owner')::uuid) is not null
      and exists (
        select from system_runs earlier
        where earlier.client_id = ${clientId} and earlier.resource_id = ${resourceId}
          and earlier.oid <> ${oid} and earlier.status in ('done', 'undone'))
  `.execute(tx);
}
