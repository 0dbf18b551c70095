/** The statements on accounts: each handles thousands of rows at once. */
import { sql, type Transaction } from "kysely";
import { listedRows } from "../db/listedKeys.ts";
import type { Database } from "../db/schema.ts";

export interface AccountRow {
  readonly id: string;
  readonly resourceId: string;
  readonly name: string;
  /** Null for an orphaned account. */
  readonly identityOid: string | null;
  /** Entitlement numbers, ascending and distinct, in PostgreSQL's integer[] format. */
  readonly numbers: string;
}

export interface NewAccountRow extends AccountRow {
  /** Whether its user can sign in; null: unknown. */
  readonly active: boolean | null;
}

export interface FoundAccount {
  readonly id: string;
  readonly identityOid: string | null;
  /** As in `AccountRow`. */
  readonly numbers: string;
}

export interface AccountName {
  readonly resourceId: string;
  readonly name: string;
}

/** @returns by index into `names`, without those missing in the directory. */
export async function findAccounts(
  tx: Transaction<Database>,
  clientId: string,
  names: readonly AccountName[],
): Promise<ReadonlyMap<number, FoundAccount>> {
  if (names.length === 0) return new Map();
  // The limit makes it look up each account: no statistics tell how many there are.
  const found = await sql<FoundAccount & { at: number }>`
    select
      wanted.at::int as at,
      account.id,
      account.identity_oid as "identityOid",
      account.entitlement_nos::text as numbers
    from unnest(
      ${names.map((row) => row.resourceId)}::uuid[],
      ${names.map((row) => row.name)}::text[]
    ) with ordinality as wanted (resource_id, name, at)
    cross join lateral (
      select id, identity_oid, entitlement_nos from accounts
      where client_id = ${clientId} and resource_id = wanted.resource_id and name = wanted.name
      limit 1
    ) as account
  `.execute(tx);
  return new Map(found.rows.map((row) => [row.at - 1, row]));
}

/** Names and numbers of entitlements of the resource's accounts, in pages. */
export async function* listAccounts(
  tx: Transaction<Database>,
  clientId: string,
  resourceId: string,
): AsyncGenerator<readonly { id: string; name: string; held: number }[], void, undefined> {
  const pageSize = 10_000;
  let after: string | null = null;
  for (;;) {
    let query = tx
      .selectFrom("accounts")
      .select(["id", "name", sql<number>`cardinality(entitlement_nos)`.as("held")])
      .where("client_id", "=", clientId)
      .where("resource_id", "=", resourceId);
    if (after !== null) query = query.where("name", ">", after);
    const page: { id: string; name: string; held: number }[] = await query
      .orderBy("name")
      .limit(pageSize)
      .execute();
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    after = page.at(-1)?.name ?? null;
  }
}

export async function insertAccounts(
  tx: Transaction<Database>,
  clientId: string,
  rows: readonly NewAccountRow[],
): Promise<void> {
  await sql`
    insert into accounts (client_id, id, resource_id, name, identity_oid, entitlement_nos, active)
    select ${clientId}::uuid, id, resource_id, name, identity_oid, numbers::int[], active
    from unnest(
      ${rows.map((row) => row.id)}::uuid[],
      ${rows.map((row) => row.resourceId)}::uuid[],
      ${rows.map((row) => row.name)}::text[],
      ${rows.map((row) => row.identityOid)}::uuid[],
      ${rows.map((row) => row.numbers)}::text[],
      ${rows.map((row) => row.active)}::boolean[]
    ) as item (id, resource_id, name, identity_oid, numbers, active)
  `.execute(tx);
}

export async function updateAccounts(
  tx: Transaction<Database>,
  clientId: string,
  rows: readonly AccountRow[],
): Promise<void> {
  await sql`
    update accounts as account set
      identity_oid = item.identity_oid,
      entitlement_nos = item.numbers::int[]
    from ${listedRows(rows, {
      id: ["uuid", (row) => row.id],
      identity_oid: ["uuid", (row) => row.identityOid],
      numbers: ["text", (row) => row.numbers],
    })}
    where account.client_id = ${clientId} and account.id = item.id
  `.execute(tx);
}

export async function deleteAccounts(
  tx: Transaction<Database>,
  clientId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    delete from accounts where client_id = ${clientId} and id = any(${ids}::uuid[])
  `.execute(tx);
}
