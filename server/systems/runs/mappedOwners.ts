/**
 * Remembers for which owner the inbound mappings were evaluated with an account. Decisions about owners and provisioning link
 * accounts between two runs, so the next run evaluates those too, although their objects did not change.
 */
import { createHash } from "node:crypto";
import { sql, type Kysely, type Transaction } from "kysely";
import { appliedSimulation } from "../../correlation/importOwners.ts";
import { loadDecided } from "../../correlation/population.ts";
import { listedRows } from "../../db/listedKeys.ts";
import { withoutNestedLoops } from "../../db/nestedLoops.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { chunksOf } from "../../import/batch.ts";
import { objectKey, parseContent } from "./content.ts";
import type { RunPlace } from "./leases.ts";
import { loadKnownOf } from "./loadKnown.ts";
import { basisOf } from "./mappedPeople.ts";
import { loadOwners } from "./owners.ts";
import { lastBasis } from "./peopleBasis.ts";
import type { PlanWriter } from "./planWriter.ts";
import type { LinkRequest } from "./unlinkedAccounts.ts";

const ROWS = 2000;

interface Unmapped {
  readonly objectClass: string;
  readonly id: string;
  /** The external id of the account's owner. */
  readonly owner: string;
}

/**
 * Adds the accounts whose owner is new to the plan, unless being in the plan would give them another owner. Call it when
 * everything else is in the plan.
 *
 * @returns the accounts that it did not add, and what that depends on; null if it added all.
 */
export async function takeUnmapped(
  db: Kysely<Database>,
  plan: PlanWriter,
  { job, settings, known }: LinkRequest,
): Promise<string | null> {
  const unmapped = await inTransaction(db, (tx) =>
    withoutNestedLoops(tx, () => unmappedAccounts(tx, job)),
  );
  for (const chunk of chunksOf(unmapped, ROWS)) await loadKnownOf(db, job, known, chunk);
  const missing = unmapped.filter(({ objectClass, id }) => !plan.has(objectClass, id));
  if (missing.length === 0) return null;
  const simulation = await appliedSimulation(db, job);
  const [people, decided] = [await basisOf(db, job), await loadDecided(db, job)];
  const basisWithout = (accounts: readonly Unmapped[]) => {
    const decisions = accounts.map((account) => {
      const key = objectKey(account);
      const others = [...(decided.others.get(key) ?? [])].toSorted();
      return JSON.stringify([key, account.owner, decided.owners.get(key), others]);
    });
    const text = JSON.stringify([simulation, people, settings.owner, decisions.toSorted()]);
    return createHash("sha256").update(text).digest("hex");
  };
  const basis = basisWithout(missing);
  if (basis === (await lastBasis(db, job)).unmapped) return basis;
  const owners = await loadOwners(db, job, settings, simulation);
  const left: Unmapped[] = [];
  for (const chunk of chunksOf(missing, ROWS)) {
    for (const { content: text, owner, ...object } of await loadObjects(db, job, chunk)) {
      const content = parseContent(text);
      if (owners === null || owners.ownerOf(object, content, owner) === owner) {
        await plan.takeUnchanged({ ...object, content });
      } else left.push({ objectClass: object.objectClass, id: object.id, owner });
    }
  }
  return left.length === 0 ? null : basisWithout(left);
}

async function unmappedAccounts(
  tx: Transaction<Database>,
  { clientId, resourceId }: RunPlace,
): Promise<readonly Unmapped[]> {
  const { rows } = await sql<Unmapped>`
    select stored.object_class as "objectClass", stored.object_id as id, person.external_id as owner
    from system_objects stored
    join accounts account on account.client_id = stored.client_id and account.resource_id = stored.resource_id
      and account.name = stored.account_name
    join identities person on person.client_id = account.client_id and person.oid = account.identity_oid
    where stored.client_id = ${clientId} and stored.resource_id = ${resourceId} and stored.gone_at is null
      and account.client_id = ${clientId} and account.resource_id = ${resourceId}
      and person.client_id = ${clientId} and person.ended_at is null
      and stored.mapped_owner is distinct from account.identity_oid
    order by stored.object_class, stored.object_id
  `.execute(tx);
  return rows;
}

async function loadObjects(
  db: Kysely<Database>,
  { clientId, resourceId }: RunPlace,
  objects: readonly Unmapped[],
): Promise<readonly (Unmapped & { readonly name: string; readonly content: string })[]> {
  const { rows } = await sql<Unmapped & { name: string; content: string }>`
    select stored.object_class as "objectClass", stored.object_id as id, item.owner, stored.name,
      stored.content
    from ${listedRows(objects, {
      object_class: ["text", ({ objectClass }) => objectClass],
      object_id: ["text", ({ id }) => id],
      owner: ["text", ({ owner }) => owner],
    })}
    cross join lateral (
      select * from system_objects
      where client_id = ${clientId} and resource_id = ${resourceId}
        and object_class = item.object_class and object_id = item.object_id
      offset 0
    ) as stored
  `.execute(db);
  return rows;
}

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
  let last = 0;
  for (;;) {
    const { rows } = await sql<PlannedObject & { isKnown: boolean }>`
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
        and entry.no > ${last}
      order by entry.no
      limit ${ROWS}
    `.execute(tx);
    yield rows.filter(({ isKnown }) => isKnown);
    const end = rows.at(-1);
    if (!end || rows.length < ROWS) return;
    last = end.no;
  }
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
