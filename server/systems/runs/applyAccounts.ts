/** Applies a part of a plan to the accounts of a system. */
import { sql, type Transaction } from "kysely";
import type { OwnerOf } from "../../correlation/importOwners.ts";
import { listedKeys, listedRows } from "../../db/listedKeys.ts";
import type { Database } from "../../db/schema.ts";
import { writeTables } from "../../import/importDirectory.ts";
import { findIdentityOids } from "../../import/identityTable.ts";
import { readAccess } from "../../import/readAccess.ts";
import type { Rejection } from "../../import/types.ts";
import { renameAccounts } from "./accountNames.ts";
import { originOf, type ApplyRequest } from "./applyRequest.ts";
import {
  keepFormerAccounts,
  lostName,
  replacedAccount,
  restoreAccounts,
} from "./formerAccounts.ts";
import type { RunPlace } from "./leases.ts";
import { hasContent, type AccountEntry, type PlanEntry } from "./partEntries.ts";
import { accessTable } from "./tables.ts";

export interface AccountsPart {
  readonly resourceName: string;
  readonly entries: readonly PlanEntry[];
  /** Null if nothing tells the owners. */
  readonly ownerOf: OwnerOf | null;
}

export interface AccountsOutcome {
  /** By number of the entry: the name of the object's account. */
  readonly names: ReadonlyMap<number, string>;
  /** Accounts whose owner was not found. */
  readonly orphaned: number;
  readonly rejected: readonly Rejection[];
}

export async function applyAccounts(
  tx: Transaction<Database>,
  request: ApplyRequest,
  { resourceName, entries, ownerOf }: AccountsPart,
): Promise<AccountsOutcome> {
  const { job, accountClasses } = request;
  const isUndo = job.kind === "undo";
  const ofAccounts = entries.filter(({ objectClass }) => accountClasses.includes(objectClass));
  const isLeftOut = ({ content }: PlanEntry) => content?.excluded === true;
  const excluded = ofAccounts.filter(isLeftOut);
  const found = [
    ...ofAccounts.filter((entry) => hasContent(entry) && !isLeftOut(entry)),
    ...(isUndo ? ofAccounts.flatMap(replacedAccount) : []),
  ].filter(hasContent);
  // An undo restores the former owners.
  const owners = ownerOf === null || isUndo ? null : await findOwners(tx, job, found, ownerOf);
  const written = await renameAccounts(tx, job, found);
  const others = [...ofAccounts.filter((entry) => !hasContent(entry)), ...excluded];
  if (!isUndo) await keepFormerAccounts(tx, job, [...written, ...others]);
  const active = new Map(written.map(({ accountName, content }) => [accountName, content.active]));
  const { rejectedRows } = await writeTables(
    tx,
    {
      clientId: job.clientId,
      mode: "exact",
      skipRejected: true,
      origin: originOf(request),
      activeOf: (name) => active.get(name) ?? null,
    },
    { identities: null, access: await readAccess(accessTable(written, resourceName, owners)) },
  );
  await setActive(tx, job, written);
  if (isUndo) await restoreAccounts(tx, job, [...written, ...others], ownerOf);
  await removeAccounts(tx, job, isUndo ? excluded : others);
  return {
    names: new Map(written.map(({ no, accountName }) => [no, accountName])),
    orphaned: owners ? written.length - owners.size : 0,
    rejected: rejectedRows,
  };
}

/** @returns external ids by number of the entry, without accounts that have no owner. */
async function findOwners(
  tx: Transaction<Database>,
  place: RunPlace,
  entries: readonly AccountEntry[],
  ownerOf: OwnerOf,
): Promise<ReadonlyMap<number, string>> {
  const present = await presentOwners(tx, place, entries);
  const owners = new Map<number, string>();
  for (const entry of entries) {
    const owner = ownerOf(entry, entry.content, present.get(entry.formerName ?? "") ?? null);
    if (owner !== undefined) owners.set(entry.no, owner);
  }
  // People may have been deleted since the owners were loaded.
  const ids = [...new Set(owners.values())];
  const known = new Map(await findIdentityOids(tx, place.clientId, ids));
  for (const [no, owner] of owners) if (!known.has(owner)) owners.delete(no);
  return owners;
}

/** External ids of the owners so far, by the name of the account. */
async function presentOwners(
  tx: Transaction<Database>,
  { clientId, resourceId }: RunPlace,
  entries: readonly PlanEntry[],
): Promise<ReadonlyMap<string, string>> {
  const names = entries.flatMap(({ formerName }) => formerName ?? []);
  if (names.length === 0) return new Map();
  const { rows } = await sql<{ name: string; owner: string }>`
    select item.name, identity.external_id as owner
    from unnest(${listedKeys("text", names)}) as item (name)
    join accounts account on account.client_id = ${clientId} and account.resource_id = ${resourceId}
      and account.name = item.name
    join identities identity on identity.client_id = ${clientId} and identity.oid = account.identity_oid
  `.execute(tx);
  return new Map(rows.map(({ name, owner }) => [name, owner]));
}

/** Whether the users of the accounts can sign in. */
async function setActive(
  tx: Transaction<Database>,
  { clientId, resourceId }: RunPlace,
  entries: readonly AccountEntry[],
): Promise<void> {
  const itemsOf = (some: readonly AccountEntry[]) =>
    listedRows(some, {
      no: ["integer", ({ no }) => no],
      name: ["text", ({ accountName }) => accountName],
      active: ["boolean", ({ content }) => content.active],
    });
  const { rows } = await sql<{ no: number }>`
    select item.no from ${itemsOf(entries)}
    cross join lateral (
      -- Looked up by key: without statistics, a join may read every account.
      select active from accounts
      where client_id = ${clientId} and resource_id = ${resourceId} and name = item.name
      offset 0
    ) as account
    where account.active is distinct from item.active
  `.execute(tx);
  if (rows.length === 0) return;
  const changed = new Set(rows.map(({ no }) => no));
  await sql`
    update accounts set active = item.active
    from ${itemsOf(entries.filter(({ no }) => changed.has(no)))}
    where accounts.client_id = ${clientId} and accounts.resource_id = ${resourceId}
      and accounts.name = item.name and accounts.active is distinct from item.active
  `.execute(tx);
}

/** Of objects that were missing for longer than the grace period, and of excluded ones. */
async function removeAccounts(
  tx: Transaction<Database>,
  { clientId, resourceId }: RunPlace,
  entries: readonly PlanEntry[],
): Promise<void> {
  const names = entries.flatMap((entry) =>
    entry.change === "removed" || entry.content?.excluded ? (lostName(entry) ?? []) : [],
  );
  if (names.length === 0) return;
  await sql`
    delete from accounts
    where client_id = ${clientId} and resource_id = ${resourceId} and name = any(${listedKeys("text", names)}::text[])
  `.execute(tx);
}
