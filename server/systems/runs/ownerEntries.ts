/** The accounts of a plan by their owners, for inbound mappings of systems other than the HR system. */
import { sql, type Kysely } from "kysely";
import type { OwnerOf } from "../../correlation/importOwners.ts";
import { listedKeys } from "../../db/listedKeys.ts";
import type { Database } from "../../db/schema.ts";
import { objectKey, parseContent } from "./content.ts";
import { entryPages, PAGE_ROWS } from "./entryPages.ts";
import type { RunPlace } from "./leases.ts";

export interface OwnerEntries {
  /** The numbers of the entries by the external id of the owner. */
  readonly byOwner: ReadonlyMap<string, readonly number[]>;
  /** The keys of all objects of the plan. */
  readonly planned: ReadonlySet<string>;
}

interface EntryRow {
  readonly no: number;
  readonly objectClass: string;
  readonly id: string;
  readonly after: string | null;
  readonly owner: string | null;
}

/**
 * Entries without an owner, and those that the settings leave out, belong to nobody.
 *
 * @param ownerOf tells the owners that the plan will give; null: accounts have their owners already, or keep them.
 */
export async function readOwnerEntries(
  db: Kysely<Database>,
  { clientId, resourceId, oid }: RunPlace,
  classes: readonly string[],
  ownerOf: OwnerOf | null,
): Promise<OwnerEntries> {
  const byOwner = new Map<string, number[]>();
  const planned = new Set<string>();
  // An object that is new takes over the account of its name unless rules tell the owners.
  const name =
    ownerOf === null
      ? sql`coalesce(stored.account_name, entry.account_name, entry.name)`
      : sql`stored.account_name`;
  const pages = entryPages((after) =>
    sql<EntryRow>`
      select entry.no, entry.object_class as "objectClass", entry.object_id as id, entry.after,
        person.external_id as owner
      from system_run_entries entry
      left join lateral (
        select account_name from system_objects
        where client_id = ${clientId} and resource_id = ${resourceId}
          and object_class = entry.object_class and object_id = entry.object_id
        limit 1
      ) as stored on true
      left join lateral (
        select identity_oid from accounts
        where client_id = ${clientId} and resource_id = ${resourceId} and name = ${name}
        limit 1
      ) as account on true
      left join lateral (
        select external_id from identities
        where client_id = ${clientId} and identities.oid = account.identity_oid
        limit 1
      ) as person on true
      where entry.client_id = ${clientId} and entry.resource_id = ${resourceId} and entry.run_oid = ${oid}
        and entry.no > ${after} and entry.object_class = any(${classes}::text[])
      order by entry.no
      limit ${PAGE_ROWS}
    `.execute(db),
  );
  for await (const rows of pages) {
    for (const { no, objectClass, id, after, owner: present } of rows) {
      planned.add(objectKey({ objectClass, id }));
      const content = after === null ? null : parseContent(after);
      if (content === null || content.excluded) continue;
      const owner = ownerOf === null ? present : ownerOf({ objectClass, id }, content, present);
      if (owner === null || owner === undefined) continue;
      const numbers = byOwner.get(owner);
      if (numbers) numbers.push(no);
      else byOwner.set(owner, [no]);
    }
  }
  return { byOwner, planned };
}

export interface OwnedEntry {
  readonly no: number;
  readonly objectClass: string;
  readonly id: string;
  readonly name: string;
  /** The content that the last applied run found; null for a new object. */
  readonly before: string | null;
  readonly after: string;
  /** The account's owner when the mappings were last evaluated. */
  readonly mappedOwner: string | null;
}

/** Entries with a content, in the order of their objects. */
export async function loadOwnedEntries(
  db: Kysely<Database>,
  { clientId, resourceId, oid }: RunPlace,
  numbers: readonly number[],
): Promise<readonly OwnedEntry[]> {
  const { rows } = await sql<OwnedEntry>`
    select entry.no, entry.object_class as "objectClass", entry.object_id as id, entry.name, entry.before, entry.after,
      account.mapped_owner as "mappedOwner"
    from unnest(${listedKeys("integer", numbers)}) as item (no)
    cross join lateral (
      select * from system_run_entries
      where client_id = ${clientId} and resource_id = ${resourceId} and run_oid = ${oid} and no = item.no
      offset 0
    ) as entry
    left join lateral (
      select account_name from system_objects
      where client_id = ${clientId} and resource_id = ${resourceId}
        and object_class = entry.object_class and object_id = entry.object_id
      limit 1
    ) as stored on true
    left join lateral (
      select mapped_owner from accounts
      where client_id = ${clientId} and resource_id = ${resourceId} and name = stored.account_name
      limit 1
    ) as account on true
    order by entry.object_class collate "C", entry.object_id collate "C"
  `.execute(db);
  return rows;
}
