/**
 * What accounts were before a run wrote to them, so that an undo restores their owners and what they held. An account
 * that something else has changed since the run stays.
 */
import { sql, type Kysely, type Transaction } from "kysely";
import type { SystemPlace } from "../../connectors/contract.ts";
import { listedKeys, listedRows } from "../../db/listedKeys.ts";
import type { Database } from "../../db/schema.ts";
import { deleteAccounts } from "../../import/accountTable.ts";
import type { OwnerOf } from "../../correlation/importOwners.ts";
import { contentOrEmpty, EMPTY_CONTENT } from "./content.ts";
import type { RunJob } from "./leases.ts";
import { isWithin, type AccountEntry, type PlanEntry } from "./partEntries.ts";

/** Call it after the accounts of the entries were renamed and before anything else is written. */
export async function keepFormerAccounts(
  tx: Transaction<Database>,
  { clientId, resourceId, oid }: RunJob,
  entries: readonly PlanEntry[],
): Promise<void> {
  const changed = entries.filter(({ change }) => change !== "gone");
  // Materialized, with a limit: without statistics, it may compare every account with every entry.
  await sql`
    with account as materialized (
      select item.no, found.* from ${listedRows(changed, {
        no: ["integer", ({ no }) => no],
        name: ["text", nameOf],
      })}
      cross join lateral (
        select client_id, identity_oid, active, entitlement_nos from accounts
        where client_id = ${clientId} and resource_id = ${resourceId} and name = item.name
        limit 1
      ) as found
    )
    update system_run_entries entry set former = jsonb_build_object(
      'owner', account.identity_oid,
      'active', account.active,
      'held', case when entry.change = 'added' then array(
        select e.name from entitlements e
        where e.client_id = account.client_id and e.no = any(account.entitlement_nos)) end)
    from account
    where entry.client_id = ${clientId} and entry.resource_id = ${resourceId} and entry.run_oid = ${oid}
      and entry.no = account.no and ${isWithin(changed)}
  `.execute(tx);
}

/** The name of the entry's account in the directory. */
function nameOf(entry: PlanEntry): string | null {
  const loses = entry.change === "removed" || entry.content?.excluded === true;
  return loses ? lostName(entry) : entry.accountName;
}

/** The name of the account that the entry takes out of the directory: one of a file if the object had none. */
export function lostName({ change, content, before, formerName, accountName }: PlanEntry) {
  const isExcluded = content?.excluded === true;
  const wasExcluded = change === "removed" && contentOrEmpty(before).excluded === true;
  return formerName ?? (isExcluded || wasExcluded ? accountName : null);
}

/** For an undo: the account of a file that a run took out of the directory because it added an excluded object. */
export function replacedAccount(entry: PlanEntry): AccountEntry[] {
  const { change, before, former } = entry;
  const isReplaced = change === "removed" && contentOrEmpty(before).excluded === true;
  if (!isReplaced || !former) return [];
  const { active, held } = former;
  return [{ ...entry, content: { ...EMPTY_CONTENT, active, entitlements: [...(held ?? [])] } }];
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

/**
 * Call it after the accounts of the entries were written: for accounts whose objects the undo removes, and for the owners
 * of all others.
 *
 * @param ownerOf null if the undone run left the owners of accounts as they were.
 */
export async function restoreAccounts(
  tx: Transaction<Database>,
  { clientId, resourceId }: RunJob,
  entries: readonly PlanEntry[],
  ownerOf: OwnerOf | null,
): Promise<void> {
  const place = { clientId, resourceId };
  const accounts = await currentAccounts(tx, place, entries.map(nameOf));
  const numbersOf = await entitlementNumbers(tx, place, entries);
  const changed: CurrentAccount[] = [];
  const deleted: string[] = [];
  for (const entry of entries) {
    const account = accounts.get(nameOf(entry) ?? "");
    if (!account) continue;
    const written = contentOrEmpty(entry.before);
    if (written.excluded) {
      // The account was not in the directory until this undo.
      if (entry.former && account.owner === null) {
        changed.push({ ...account, owner: entry.former.owner });
      }
      continue;
    }
    const owner = ownerOf?.(entry, written, account.externalId) ?? null;
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
  { change, former }: PlanEntry,
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
  { clientId, resourceId }: SystemPlace,
  names: readonly (string | null)[],
): Promise<ReadonlyMap<string, CurrentAccount>> {
  const { rows } = await sql<CurrentAccount>`
    select account.id, account.name, account.identity_oid as owner, identity.external_id as "externalId",
      account.active, account.entitlement_nos as held
    from accounts account
    left join identities identity on identity.client_id = ${clientId} and identity.oid = account.identity_oid
    where account.client_id = ${clientId} and account.resource_id = ${resourceId}
      and account.name = any(${listedKeys("text", names)}::text[])
  `.execute(tx);
  return new Map(rows.map((row) => [row.name, row]));
}

/** @returns a function from names of entitlements to their numbers, also by the names of merged ones. */
async function entitlementNumbers(
  tx: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
  page: readonly PlanEntry[],
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
    from ${listedRows(accounts, {
      id: ["uuid", ({ id }) => id],
      owner: ["uuid", ({ owner }) => owner],
      active: ["boolean", ({ active }) => active],
      held: ["text", ({ held }) => `{${held.join(",")}}`],
    })}
    left join identities identity on identity.client_id = ${clientId} and identity.oid = item.owner
    where account.client_id = ${clientId} and account.id = item.id
  `.execute(tx);
}
