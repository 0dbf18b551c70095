/**
 * Remembers for which owner the inbound mappings were evaluated with an account. Decisions about owners and provisioning link
 * accounts between two runs, so the next run evaluates those too, although their objects did not change.
 */
import { sql, type Transaction } from "kysely";
import { listedRows } from "../../db/listedKeys.ts";
import type { Database } from "../../db/schema.ts";
import { entryPages, PAGE_ROWS } from "./entryPages.ts";
import type { RunPlace } from "./leases.ts";

/** Call it when the plan was applied and its accounts were evaluated. People who have left were not. */
export async function markMapped(tx: Transaction<Database>, run: RunPlace): Promise<void> {
  for await (const objects of plannedObjects(tx, run)) {
    const changed = objects.filter(
      ({ isKept, owner, mappedOwner }) => isKept && owner !== mappedOwner,
    );
    await setMapped(tx, run, changed);
  }
}

/** Call it for a run that ends before its accounts were evaluated, so that the next run evaluates them. */
export async function forgetMapped(tx: Transaction<Database>, run: RunPlace): Promise<void> {
  for await (const objects of plannedObjects(tx, run)) {
    const mapped = objects.filter(({ mappedOwner }) => mappedOwner !== null);
    await setMapped(
      tx,
      run,
      mapped.map((object) => ({ ...object, owner: null })),
    );
  }
}

interface MappedObject {
  readonly objectClass: string;
  readonly id: string;
  /** The account's owner; null also for a person who has left. */
  readonly owner: string | null;
  readonly mappedOwner: string | null;
}

interface PlannedObject extends MappedObject {
  readonly no: number;
  /** It has an account, and the plan does not remove it. */
  readonly isKept: boolean;
}

/** The known objects of the plan, page by page. Looked up by key: without statistics, a join may read every object. */
async function* plannedObjects(
  tx: Transaction<Database>,
  { clientId, resourceId, oid }: RunPlace,
): AsyncGenerator<readonly PlannedObject[], void, undefined> {
  const pages = entryPages((after) =>
    sql<PlannedObject & { isKnown: boolean }>`
      select entry.no, entry.object_class as "objectClass", entry.object_id as id,
        stored.object_id is not null as "isKnown", stored.mapped_owner as "mappedOwner",
        entry.after is not null and account.name is not null as "isKept", person.oid as owner
      from system_run_entries entry
      left join lateral (
        select object_id, account_name, mapped_owner from system_objects
        where client_id = ${clientId} and resource_id = ${resourceId}
          and object_class = entry.object_class and object_id = entry.object_id
        limit 1
      ) as stored on true
      left join lateral (
        select name, identity_oid from accounts
        where client_id = ${clientId} and resource_id = ${resourceId} and name = stored.account_name
        limit 1
      ) as account on true
      left join lateral (
        select identities.oid from identities
        where client_id = ${clientId} and identities.oid = account.identity_oid and ended_at is null
        limit 1
      ) as person on true
      where entry.client_id = ${clientId} and entry.resource_id = ${resourceId} and entry.run_oid = ${oid}
        and entry.no > ${after}
      order by entry.no
      limit ${PAGE_ROWS}
    `.execute(tx),
  );
  for await (const rows of pages) yield rows.filter(({ isKnown }) => isKnown);
}

async function setMapped(
  tx: Transaction<Database>,
  { clientId, resourceId }: RunPlace,
  objects: readonly MappedObject[],
): Promise<void> {
  if (objects.length === 0) return;
  await sql`
    update system_objects stored set mapped_owner = item.owner
    from ${listedRows(objects, {
      object_class: ["text", ({ objectClass }) => objectClass],
      object_id: ["text", ({ id }) => id],
      owner: ["uuid", ({ owner }) => owner],
    })}
    where stored.client_id = ${clientId} and stored.resource_id = ${resourceId}
      and stored.object_class = item.object_class and stored.object_id = item.object_id
  `.execute(tx);
}
