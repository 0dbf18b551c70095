/**
 * Remembers for which owner the inbound mappings were evaluated with an account. Decisions about owners and provisioning link
 * accounts between two runs, so the next run evaluates those too, although their objects did not change.
 */
import { sql, type Transaction } from "kysely";
import { listedRows } from "../../db/listedKeys.ts";
import type { Database } from "../../db/schema.ts";
import { entryPages, PAGE_ROWS } from "./entryPages.ts";
import type { RunPlace } from "./leases.ts";

/**
 * Call it when the plan was applied.
 *
 * @param owners for whom the accounts were evaluated, by the number of the entry. An account may have another owner by now,
 *   whom the next run evaluates.
 */
export async function markMapped(
  tx: Transaction<Database>,
  run: RunPlace,
  owners: ReadonlyMap<number, string>,
): Promise<void> {
  for await (const accounts of plannedAccounts(tx, run)) {
    const kept = accounts.filter(({ isKept }) => isKept);
    await setMapped(tx, run, kept, ({ no }) => owners.get(no) ?? null);
  }
}

/** Call it for a run that ends before its accounts were evaluated, so that the next run evaluates them. */
export async function forgetMapped(tx: Transaction<Database>, run: RunPlace): Promise<void> {
  for await (const accounts of plannedAccounts(tx, run)) {
    await setMapped(tx, run, accounts, () => null);
  }
}

interface PlannedAccount {
  readonly no: number;
  readonly id: string;
  readonly mappedOwner: string | null;
  /** The plan does not remove its object. */
  readonly isKept: boolean;
}

/** The accounts of the plan's objects, page by page. Looked up by key: without statistics, a join may read every object. */
async function* plannedAccounts(
  tx: Transaction<Database>,
  { clientId, resourceId, oid }: RunPlace,
): AsyncGenerator<readonly PlannedAccount[], void, undefined> {
  const pages = entryPages((after) =>
    sql<PlannedAccount & { id: string | null }>`
      select entry.no, account.id, account.mapped_owner as "mappedOwner", entry.after is not null as "isKept"
      from system_run_entries entry
      left join lateral (
        select account_name from system_objects
        where client_id = ${clientId} and resource_id = ${resourceId}
          and object_class = entry.object_class and object_id = entry.object_id
        limit 1
      ) as stored on true
      left join lateral (
        select id, mapped_owner from accounts
        where client_id = ${clientId} and resource_id = ${resourceId} and name = stored.account_name
        limit 1
      ) as account on true
      where entry.client_id = ${clientId} and entry.resource_id = ${resourceId} and entry.run_oid = ${oid}
        and entry.no > ${after}
      order by entry.no
      limit ${PAGE_ROWS}
    `.execute(tx),
  );
  for await (const rows of pages) yield rows.filter(({ id }) => id !== null);
}

async function setMapped(
  tx: Transaction<Database>,
  { clientId }: RunPlace,
  accounts: readonly PlannedAccount[],
  ownerOf: (account: PlannedAccount) => string | null,
): Promise<void> {
  const changed = accounts.filter((account) => ownerOf(account) !== account.mappedOwner);
  if (changed.length === 0) return;
  await sql`
    update accounts set mapped_owner = item.owner
    from ${listedRows(changed, { id: ["uuid", ({ id }) => id], owner: ["uuid", ownerOf] })}
    where accounts.client_id = ${clientId} and accounts.id = item.id
  `.execute(tx);
}
