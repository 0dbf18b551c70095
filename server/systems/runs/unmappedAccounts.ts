/** Adds unchanged accounts with a new owner to a plan, so that the inbound mappings are evaluated for that owner. */
import { createHash } from "node:crypto";
import { sql, type Kysely } from "kysely";
import { loadDecided } from "../../correlation/population.ts";
import { listedRows } from "../../db/listedKeys.ts";
import type { Database } from "../../db/schema.ts";
import { chunksOf } from "../../import/batch.ts";
import { objectKey, parseContent } from "./content.ts";
import type { RunPlace } from "./leases.ts";
import { loadKnownOf } from "./loadKnown.ts";
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
 * Leaves out accounts that would get another owner by being in the plan. Call it when everything else is in the plan.
 *
 * @returns a hash of the accounts that it left out and of what that depends on; null if it left out none.
 */
export async function takeUnmapped(
  db: Kysely<Database>,
  plan: PlanWriter,
  { job, settings, known, owners }: LinkRequest,
): Promise<string | null> {
  const unmapped = await unmappedAccounts(db, job);
  for (const chunk of chunksOf(unmapped, ROWS)) await loadKnownOf(db, job, known, chunk);
  const missing = unmapped.filter(({ objectClass, id }) => !plan.has(objectClass, id));
  if (missing.length === 0) return null;
  const simulation = await owners.simulation();
  const [people, decided] = [await owners.people(), await loadDecided(db, job)];
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
  const found = await owners.load();
  const left: Unmapped[] = [];
  for (const chunk of chunksOf(missing, ROWS)) {
    for (const { content: text, owner, ...object } of await loadObjects(db, job, chunk)) {
      const content = parseContent(text);
      if (found === null || found.ownerOf(object, content, owner) === owner) {
        await plan.takeUnchanged({ ...object, content });
      } else left.push({ objectClass: object.objectClass, id: object.id, owner });
    }
  }
  return left.length === 0 ? null : basisWithout(left);
}

/** Takes time in proportion to the number of these accounts, because an index lists them. */
async function unmappedAccounts(
  db: Kysely<Database>,
  { clientId, resourceId }: RunPlace,
): Promise<readonly Unmapped[]> {
  const { rows } = await sql<Unmapped>`
    select stored.object_class as "objectClass", stored.object_id as id, person.external_id as owner
    from (
      select name, identity_oid from accounts
      where client_id = ${clientId} and resource_id = ${resourceId}
        and identity_oid is not null and mapped_owner is distinct from identity_oid
      offset 0
    ) as account
    cross join lateral (
      select external_id from identities
      where client_id = ${clientId} and oid = account.identity_oid and ended_at is null
      offset 0
    ) as person
    cross join lateral (
      select object_class, object_id from system_objects
      where client_id = ${clientId} and resource_id = ${resourceId} and account_name = account.name
        and gone_at is null
      offset 0
    ) as stored
    order by stored.object_class, stored.object_id
  `.execute(db);
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
