/** The names of accounts in the directory, where no other object of the resource has the same name. */
import { sql, type Kysely, type Transaction } from "kysely";
import { listedKeys, listedRows } from "../../db/listedKeys.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { objectKey } from "./content.ts";
import { holdOwnRun, type RunJob, type RunPlace } from "./leases.ts";
import { isWithin, type AccountEntry } from "./partEntries.ts";
import { storedEntries, type StoredEntry } from "./tables.ts";

interface GivenName {
  readonly no: number;
  readonly accountName: string;
}

/**
 * Stores the names that accounts get, before the first part of a plan is applied: they do not depend on the parts. A name
 * that another account has, or had until then, gets the object's id behind it, so that parts can rename in any order. It
 * can be repeated until a part is applied.
 */
export async function giveAccountNames(
  db: Kysely<Database>,
  job: RunJob,
  classes: readonly string[],
): Promise<void> {
  const taken = new Set<string>();
  for await (const page of storedEntries(db, job, classes)) {
    const former = await formerNames(db, job, page);
    const held = await heldNames(db, job, page);
    // A new object takes over the account of its name that a file brought. A renamed one has an account already.
    const renamed = page.filter(({ change }) => change === "renamed");
    const others = await otherNames(
      db,
      job,
      renamed.map(({ name }) => name),
    );
    const given: GivenName[] = [];
    for (const entry of page) {
      const before = former.get(objectKey(entry)) ?? null;
      const keeps = before !== null && (entry.change !== "renamed" || entry.name === before);
      const isOther = before !== null && others.has(entry.name);
      const isFree = !held.has(entry.name) && !taken.has(entry.name) && !isOther;
      const accountName = keeps ? before : isFree ? entry.name : withId(entry);
      if (!keeps) taken.add(accountName);
      if (accountName !== entry.accountName) given.push({ no: entry.no, accountName });
    }
    if (given.length === 0) continue;
    await inTransaction(db, async (tx) => {
      await holdOwnRun(tx, job, "share");
      await storeNames(tx, job, given);
    });
  }
}

function withId({ name, id }: Pick<StoredEntry, "name" | "id">): string {
  return `${name} (${id})`;
}

/**
 * Renames the accounts of a part. A file may have brought an account of a name since the names were given.
 *
 * @returns the entries with the names that their accounts have.
 */
export async function renameAccounts(
  tx: Transaction<Database>,
  job: RunJob,
  entries: readonly AccountEntry[],
): Promise<readonly AccountEntry[]> {
  const moved = entries.filter(
    ({ formerName, accountName }) => formerName !== null && formerName !== accountName,
  );
  if (moved.length === 0) return entries;
  const others = await otherNames(
    tx,
    job,
    moved.map(({ accountName }) => accountName),
  );
  const given = new Map<number, string>();
  for (const entry of moved) {
    if (others.has(entry.accountName)) given.set(entry.no, withId(entry));
  }
  await storeNames(
    tx,
    job,
    [...given].map(([no, accountName]) => ({ no, accountName })),
  );
  await sql`
    update accounts set name = item.target
    from ${listedRows(moved, {
      source: ["text", ({ formerName }) => formerName],
      target: ["text", ({ no, accountName }) => given.get(no) ?? accountName],
    })}
    where accounts.client_id = ${job.clientId} and accounts.resource_id = ${job.resourceId}
      and accounts.name = item.source
  `.execute(tx);
  return entries.map((entry) => ({
    ...entry,
    accountName: given.get(entry.no) ?? entry.accountName,
  }));
}

async function storeNames(
  tx: Transaction<Database>,
  { clientId, resourceId, oid }: RunPlace,
  given: readonly GivenName[],
): Promise<void> {
  if (given.length === 0) return;
  await sql`
    update system_run_entries entry set account_name = item.name
    from ${listedRows(given, {
      no: ["integer", ({ no }) => no],
      name: ["text", ({ accountName }) => accountName],
    })}
    where entry.client_id = ${clientId} and entry.resource_id = ${resourceId} and entry.run_oid = ${oid}
      and entry.no = item.no and ${isWithin(given)}
  `.execute(tx);
}

/** The accounts' names in the directory so far. */
async function formerNames(
  db: Kysely<Database>,
  { clientId, resourceId }: RunPlace,
  page: readonly StoredEntry[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ objectClass: string; id: string; accountName: string }>`
    select item.class as "objectClass", item.id, stored.account_name as "accountName"
    from ${listedRows(page, {
      class: ["text", ({ objectClass }) => objectClass],
      id: ["text", ({ id }) => id],
    })}
    cross join lateral (
      -- Looked up by key: without statistics, a join or the index of names may read every object.
      select account_name from system_objects
      where client_id = ${clientId} and resource_id = ${resourceId}
        and object_class = item.class and object_id = item.id
      offset 0
    ) as stored
    where stored.account_name is not null
  `.execute(db);
  return new Map(rows.map((row) => [objectKey(row), row.accountName]));
}

/** Names of the page's objects that accounts have now. */
async function heldNames(
  db: Kysely<Database>,
  { clientId, resourceId }: RunPlace,
  page: readonly StoredEntry[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select item.name from ${listedRows(page, { name: ["text", ({ name }) => name] })}
    cross join lateral (
      -- Looked up by key: without statistics, a condition on many names may read every object.
      select from system_objects
      where client_id = ${clientId} and resource_id = ${resourceId} and account_name = item.name
      limit 1
    ) as stored
  `.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Those of the names that any accounts of the resource have. */
async function otherNames(
  db: Kysely<Database>,
  { clientId, resourceId }: RunPlace,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const { rows } = await sql<{ name: string }>`
    select name from accounts
    where client_id = ${clientId} and resource_id = ${resourceId} and name = any(${listedKeys("text", names)}::text[])
  `.execute(db);
  return new Set(rows.map(({ name }) => name));
}
