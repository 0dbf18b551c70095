/**
 * What accounts were before a run wrote to them, so that an undo restores their owners and what they held. An account
 * that something else has changed since the run stays.
 */
import { sql, type Kysely, type Transaction } from "kysely";
import type { RunChange } from "#events/entities/systemRun.ts";
import type { FormerAccount } from "../../db/systemTables.ts";
import type { Database } from "../../db/schema.ts";
import { deleteAccounts } from "../../import/accountTable.ts";
import type { OwnerOf } from "../../correlation/importOwners.ts";
import { contentOrEmpty } from "./content.ts";
import type { RunJob } from "./leases.ts";
import { storedEntries, type AccountNames } from "./tables.ts";

const ROWS = 2000;

/** Call it after accounts were renamed and before anything else is written. */
export async function keepFormerAccounts(
  tx: Transaction<Database>,
  job: RunJob,
  { names, classes }: { readonly names: AccountNames; readonly classes: readonly string[] },
): Promise<void> {
  const { clientId, resourceId, oid } = job;
  const { rows } = await sql`
    select from accounts where client_id = ${clientId} and resource_id = ${resourceId} limit 1
  `.execute(tx);
  if (rows.length === 0) return;
  const former = sql`jsonb_build_object(
    'owner', account.identity_oid,
    'active', account.active,
    'held', case when entry.change = 'added' then array(
      select e.name from entitlements e
      where e.client_id = account.client_id and e.no = any(account.entitlement_nos)) end)`;
  for await (const page of storedEntries(tx, job, classes)) {
    await sql`
      with account as materialized (
        select item.no, accounts.* from unnest(
          ${page.map(({ no }) => no)}::integer[],
          ${page.map((entry) => names.of(entry))}::text[]
        ) as item (no, name)
        join accounts on accounts.client_id = ${clientId} and accounts.resource_id = ${resourceId}
          and accounts.name = item.name
      )
      update system_run_entries entry set former = ${former}
      from account
      where entry.client_id = ${clientId} and entry.resource_id = ${resourceId} and entry.run_oid = ${oid}
        and entry.no = account.no
    `.execute(tx);
  }
  // Materialized, because no statistics say yet how few entries there are.
  await sql`
    with removed as materialized (
      select no, object_class, object_id from system_run_entries
      where client_id = ${clientId} and resource_id = ${resourceId} and run_oid = ${oid}
        and change = 'removed' and object_class = any(${classes}::text[])
    ), named as materialized (
      select removed.no, stored.account_name from removed
      join system_objects stored on stored.client_id = ${clientId} and stored.resource_id = ${resourceId}
        and stored.object_class = removed.object_class and stored.object_id = removed.object_id
    )
    update system_run_entries entry set former = ${former}
    from named, accounts account
    where entry.client_id = ${clientId} and entry.resource_id = ${resourceId} and entry.run_oid = ${oid}
      and entry.no = named.no and account.client_id = ${clientId} and account.resource_id = ${resourceId}
      and account.name = named.account_name
  `.execute(tx);
}

interface UndoneEntry {
  readonly no: number;
  readonly objectClass: string;
  readonly id: string;
  readonly name: string;
  readonly change: Exclude<RunChange, "gone">;
  /** The content that the undone run found. */
  readonly before: string | null;
  readonly former: FormerAccount | null;
  /** Of the object so far; null if it has none. */
  readonly accountName: string | null;
}

interface CurrentAccount {
  readonly id: string;
  readonly name: string;
  readonly owner: string | null;
  /** The external id of the owner. */
  readonly externalId: string | null;
  readonly active: boolean | null;
  readonly held: readonly number[];
}

interface Restoration {
  readonly names: AccountNames;
  readonly classes: readonly string[];
  /** Null if the undone run left the owners of accounts as they were. */
  readonly ownerOf: OwnerOf | null;
}

/** Call it last: for accounts whose objects the undo removes, and for the owners of all others. */
export async function restoreAccounts(
  tx: Transaction<Database>,
  job: RunJob,
  restoration: Restoration,
): Promise<void> {
  let last = 0;
  for (;;) {
    const page = await undoneEntries(tx, job, restoration.classes, last);
    await restorePage(tx, job, restoration, page);
    if (page.length < ROWS) return;
    last = page.at(-1)?.no ?? last;
  }
}

async function undoneEntries(
  tx: Transaction<Database>,
  { clientId, resourceId, oid }: RunJob,
  classes: readonly string[],
  last: number,
): Promise<readonly UndoneEntry[]> {
  const { rows } = await sql<UndoneEntry>`
    select entry.no, entry.object_class as "objectClass", entry.object_id as id, entry.name, entry.change,
      entry.before, entry.former, stored.account_name as "accountName"
    from system_run_entries entry
    left join system_objects stored on stored.client_id = ${clientId} and stored.resource_id = ${resourceId}
      and stored.object_class = entry.object_class and stored.object_id = entry.object_id
    where entry.client_id = ${clientId} and entry.resource_id = ${resourceId} and entry.run_oid = ${oid}
      and entry.no > ${last} and entry.change <> 'gone' and entry.object_class = any(${classes}::text[])
    order by entry.no
    limit ${ROWS}
  `.execute(tx);
  return rows;
}

async function restorePage(
  tx: Transaction<Database>,
  job: RunJob,
  { names, ownerOf }: Restoration,
  page: readonly UndoneEntry[],
): Promise<void> {
  const { clientId } = job;
  const nameOf = (entry: UndoneEntry) =>
    entry.change === "removed" ? entry.accountName : names.of(entry);
  const accounts = await currentAccounts(tx, job, page.map(nameOf));
  const numbersOf = await entitlementNumbers(tx, job, page);
  const changed: CurrentAccount[] = [];
  const deleted: string[] = [];
  for (const entry of page) {
    const account = accounts.get(nameOf(entry) ?? "");
    if (!account) continue;
    const written = contentOrEmpty(entry.before);
    const owner = ownerOf?.({ objectClass: entry.objectClass, id: entry.id }, written) ?? null;
    const restored = restoredAccount(entry, account, {
      // Without a rule for owners, the run linked no account and changed no link.
      hasOwnLink: ownerOf !== null && account.externalId === owner,
      writtenNos: numbersOf(written.entitlements),
      formerNos: numbersOf(entry.former?.held ?? []),
    });
    if (restored === "deleted") deleted.push(account.id);
    else if (restored !== null) changed.push(restored);
  }
  await updateAccounts(tx, clientId, changed);
  await deleteAccounts(tx, clientId, deleted);
}

interface Written {
  /** The owner is still the one whom the undone run set. */
  readonly hasOwnLink: boolean;
  /** Entitlements that the undone run gave to the account, and those that it found. */
  readonly writtenNos: readonly number[];
  readonly formerNos: readonly number[];
}

/** @returns "deleted" for an account that only the undone run made; null for one that stays as it is. */
function restoredAccount(
  { change, former }: UndoneEntry,
  account: CurrentAccount,
  { hasOwnLink, writtenNos, formerNos }: Written,
): CurrentAccount | "deleted" | null {
  if (change === "added") {
    return former?.owner && account.owner === null ? { ...account, owner: former.owner } : null;
  }
  if (change !== "removed") {
    return former && hasOwnLink ? { ...account, owner: former.owner } : null;
  }
  const own = new Set(writtenNos);
  const others = account.held.filter((no) => !own.has(no));
  const isUntouched = others.length === 0 && (hasOwnLink || account.owner === null);
  if (!former && isUntouched) return "deleted";
  return {
    ...account,
    owner: hasOwnLink ? (former?.owner ?? null) : account.owner,
    active: former?.active ?? null,
    held: [...new Set([...formerNos, ...others])].sort((a, b) => a - b),
  };
}

/** By name. */
async function currentAccounts(
  tx: Kysely<Database>,
  { clientId, resourceId }: RunJob,
  names: readonly (string | null)[],
): Promise<ReadonlyMap<string, CurrentAccount>> {
  const { rows } = await sql<CurrentAccount>`
    select account.id, account.name, account.identity_oid as owner, identity.external_id as "externalId",
      account.active, account.entitlement_nos as held
    from accounts account
    left join identities identity on identity.client_id = ${clientId} and identity.oid = account.identity_oid
    where account.client_id = ${clientId} and account.resource_id = ${resourceId}
      and account.name = any(${names}::text[])
  `.execute(tx);
  return new Map(rows.map((row) => [row.name, row]));
}

/** @returns a function from names of entitlements to their numbers, also by the names of merged ones. */
async function entitlementNumbers(
  tx: Kysely<Database>,
  { clientId, resourceId }: RunJob,
  page: readonly UndoneEntry[],
): Promise<(names: readonly string[]) => number[]> {
  const wanted = new Set<string>();
  for (const { change, before, former } of page) {
    if (change !== "removed") continue;
    for (const name of contentOrEmpty(before).entitlements) wanted.add(name);
    for (const name of former?.held ?? []) wanted.add(name);
  }
  const { rows } = await sql<{ name: string; no: number }>`
    select e.name, e.no from entitlements e
    where e.client_id = ${clientId} and e.resource_id = ${resourceId} and e.name = any(${[...wanted]}::text[])
    union all
    select alias.name, e.no from entitlement_aliases alias
    join entitlements e on e.client_id = ${clientId} and e.id = alias.entitlement_id
    where alias.client_id = ${clientId} and alias.resource_id = ${resourceId}
      and alias.name = any(${[...wanted]}::text[])
  `.execute(tx);
  const numbers = new Map(rows.map(({ name, no }) => [name, no]));
  return (names) => names.flatMap((name) => numbers.get(name) ?? []);
}

/** An owner who was deleted since is none. */
async function updateAccounts(
  tx: Transaction<Database>,
  clientId: string,
  accounts: readonly CurrentAccount[],
): Promise<void> {
  if (accounts.length === 0) return;
  await sql`
    update accounts account
    set identity_oid = identity.oid, active = item.active, entitlement_nos = item.held::integer[]
    from unnest(
      ${accounts.map(({ id }) => id)}::uuid[],
      ${accounts.map(({ owner }) => owner)}::uuid[],
      ${accounts.map(({ active }) => active)}::boolean[],
      ${accounts.map(({ held }) => `{${held.join(",")}}`)}::text[]
    ) as item (id, owner, active, held)
    left join identities identity on identity.client_id = ${clientId} and identity.oid = item.owner
    where account.client_id = ${clientId} and account.id = item.id
  `.execute(tx);
}
