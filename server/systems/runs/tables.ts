/** The entries of a plan as the tables that an import writes. */
import { sql, type Kysely } from "kysely";
import { IDENTITY_FIELDS, type SystemSettings } from "#events/entities/system.ts";
import type { Database } from "../../db/schema.ts";
import type { TableRecord, TableSource } from "../../import/types.ts";
import type { OwnerOf } from "../../correlation/importOwners.ts";
import { objectKey, parseContent } from "./content.ts";
import type { RunPlace } from "./leases.ts";

const ROWS = 2000;

/** An entry that adds an object or changes it. */
export interface StoredEntry {
  readonly no: number;
  readonly objectClass: string;
  readonly id: string;
  readonly name: string;
  readonly change: "added" | "changed" | "renamed" | "returned";
  /** The content that the last applied run found; null for a new object. */
  readonly before: string | null;
  readonly after: string;
  readonly hash: Buffer;
}

/**
 * Entries with a content, page by page.
 *
 * @param classes null for all.
 */
export async function* storedEntries(
  db: Kysely<Database>,
  { clientId, resourceId, oid }: RunPlace,
  classes: readonly string[] | null,
): AsyncGenerator<readonly StoredEntry[], void, undefined> {
  let last = 0;
  for (;;) {
    const { rows } = await sql<StoredEntry>`
      select no, object_class as "objectClass", object_id as id, name, change, before, after, after_hash as hash
      from system_run_entries
      where client_id = ${clientId} and resource_id = ${resourceId} and run_oid = ${oid}
        and no > ${last} and change in ('added', 'changed', 'renamed', 'returned')
        and (${classes}::text[] is null or object_class = any(${classes}::text[]))
      order by no
      limit ${ROWS}
    `.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS) return;
    last = rows.at(-1)?.no ?? last;
  }
}

/**
 * The identities that an attribute names, unless it names several. Case matters only for external ids.
 */
export async function loadNamedOwners(
  db: Kysely<Database>,
  clientId: string,
  { field, attribute }: NonNullable<SystemSettings["owner"]>,
): Promise<OwnerOf> {
  const column = { externalId: "external_id", username: "username", email: "email" } as const;
  const fold =
    field === "externalId" ? (text: string) => text : (text: string) => text.toLowerCase();
  const found = new Map<string, string | null>();
  let after = "";
  for (;;) {
    const rows = await db
      .selectFrom("identities")
      .select(["external_id as externalId", `${column[field]} as value`])
      .where("client_id", "=", clientId)
      .where("external_id", ">", after)
      .orderBy("external_id")
      .limit(10_000)
      .execute();
    for (const { externalId, value } of rows) {
      if (value === null) continue;
      const key = fold(value);
      found.set(key, found.has(key) ? null : externalId);
    }
    const last = rows.at(-1);
    if (!last || rows.length < 10_000) break;
    after = last.externalId;
  }
  return (_account, { attributes }) => {
    const value = attributes[attribute]?.[0];
    return value === undefined ? undefined : (found.get(fold(value)) ?? undefined);
  };
}

export interface AccessSource {
  readonly table: TableSource;
  /** Accounts without an owner, counted as the table is read. */
  readonly orphaned: () => number;
}

/** The access table of accounts, one record for each entitlement that an account holds. */
export function accessTable(
  pages: AsyncIterable<readonly StoredEntry[]>,
  {
    resourceName,
    names,
    ownerOf,
  }: {
    readonly resourceName: string;
    readonly names: AccountNames;
    /** Null if nothing tells the owners: links of accounts stay as they are. */
    readonly ownerOf: OwnerOf | null;
  },
): AccessSource {
  let orphaned = 0;
  const columns = [...(ownerOf ? ["identityId"] : []), "resource", "account", "entitlement"];
  async function* batches(): AsyncGenerator<readonly TableRecord[], void, undefined> {
    for await (const page of pages) {
      const records: TableRecord[] = [];
      for (const entry of page) {
        const { no } = entry;
        const content = parseContent(entry.after);
        const { entitlements } = content;
        const found = ownerOf?.(entry, content);
        if (ownerOf && found === undefined) orphaned += 1;
        const start = ownerOf
          ? [found ?? "", resourceName, names.of(entry)]
          : [resourceName, names.of(entry)];
        for (const name of entitlements.length > 0 ? entitlements : [""]) {
          records.push({ line: no, values: [...start, name] });
        }
      }
      yield records;
    }
  }
  return {
    table: { name: resourceName, columns, batches: batches() },
    orphaned: () => orphaned,
  };
}

/** The identities table of an HR system. */
export function identitiesTable(
  pages: AsyncIterable<readonly StoredEntry[]>,
  resourceName: string,
  mapping: SystemSettings["identity"],
): TableSource {
  const fields = IDENTITY_FIELDS.filter((field) => mapping[field] !== undefined);
  const columns = fields.map((field) => (field === "externalId" ? "id" : field));
  async function* batches(): AsyncGenerator<readonly TableRecord[], void, undefined> {
    for await (const page of pages) {
      yield page.map(({ no, after }) => {
        const { attributes } = parseContent(after);
        const values = fields.map((field) => attributes[mapping[field] ?? ""]?.[0] ?? "");
        return { line: no, values };
      });
    }
  }
  return { name: resourceName, columns, batches: batches() };
}

/** The names of accounts in the directory, where no other object of the resource has the same name. */
export interface AccountNames {
  of(entry: Pick<StoredEntry, "objectClass" | "id" | "name">): string;
  /** Accounts that get another name: pairs of the former and the new one. */
  readonly renamed: readonly (readonly [from: string, to: string])[];
}

/** A name that another account has, or had until now, gets the object's id behind it. */
export async function nameAccounts(
  db: Kysely<Database>,
  place: RunPlace,
  classes: readonly string[],
): Promise<AccountNames> {
  /** Names that differ from the object's own. */
  const given = new Map<string, string>();
  const renamed: [from: string, to: string][] = [];
  const taken = new Set<string>();
  for await (const page of storedEntries(db, place, classes)) {
    const former = await formerNames(db, place, page);
    const held = await heldNames(db, place, page);
    // A new object takes over the account of its name that a file brought. A renamed one has an account already.
    const others = await otherNames(
      db,
      place,
      page.filter(({ change }) => change === "renamed"),
    );
    for (const entry of page) {
      const before = former.get(objectKey(entry)) ?? null;
      const keeps = before !== null && (entry.change !== "renamed" || entry.name === before);
      const isOther = before !== null && others.has(entry.name);
      const isFree = !held.has(entry.name) && !taken.has(entry.name) && !isOther;
      const name = keeps ? before : isFree ? entry.name : `${entry.name} (${entry.id})`;
      if (!keeps) taken.add(name);
      if (name !== entry.name) given.set(objectKey(entry), name);
      if (before !== null && before !== name) renamed.push([before, name]);
    }
  }
  return { of: (entry) => given.get(objectKey(entry)) ?? entry.name, renamed };
}

/** The accounts' names in the directory so far. */
async function formerNames(
  db: Kysely<Database>,
  { clientId, resourceId }: RunPlace,
  page: readonly StoredEntry[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ objectClass: string; id: string; accountName: string }>`
    select object_class as "objectClass", object_id as id, account_name as "accountName" from system_objects
    where client_id = ${clientId} and resource_id = ${resourceId} and account_name is not null
      and object_class = any(${[...new Set(page.map(({ objectClass }) => objectClass))]}::text[])
      and object_id = any(${page.map(({ id }) => id)}::text[])
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
    select account_name as name from system_objects
    where client_id = ${clientId} and resource_id = ${resourceId}
      and account_name = any(${page.map(({ name }) => name)}::text[])
  `.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Names of the page's objects that any accounts of the resource have. */
async function otherNames(
  db: Kysely<Database>,
  { clientId, resourceId }: RunPlace,
  page: readonly StoredEntry[],
): Promise<ReadonlySet<string>> {
  if (page.length === 0) return new Set();
  const { rows } = await sql<{ name: string }>`
    select name from accounts
    where client_id = ${clientId} and resource_id = ${resourceId}
      and name = any(${page.map(({ name }) => name)}::text[])
  `.execute(db);
  return new Set(rows.map(({ name }) => name));
}
