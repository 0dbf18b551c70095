/** Changes of an org's policy, set by set. */
import { sql, type Kysely } from "kysely";
import type { Database } from "../db/schema.ts";
import { toUuids } from "../lists/sqlText.ts";

/** Roles in one statement: long enough to be quick, short enough to let others in between. */
const BATCH = 20_000;

function* batches<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += BATCH) yield items.slice(start, start + BATCH);
}

/** The first of `roleOids` that no entitlement of the client has, or null. */
export async function findUnknownRole(
  db: Kysely<Database>,
  clientId: string,
  roleOids: readonly string[],
): Promise<string | null> {
  for (const batch of batches(roleOids)) {
    const { rows } = await sql<{ oid: string }>`
      select t.oid from unnest(${toUuids(batch)}) with ordinality as t (oid, position)
      where not exists (
        select from entitlements e where e.client_id = ${clientId} and e.role_oid = t.oid
      )
      order by t.position limit 1
    `.execute(db);
    if (rows[0]) return rows[0].oid;
  }
  return null;
}

/** Keeps other changes of this org's policy out until the transaction ends. */
export async function lockOrg(
  tx: Kysely<Database>,
  clientId: string,
  oid: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom("orgs")
    .select("oid")
    .where("client_id", "=", clientId)
    .where("oid", "=", oid)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function countInducements(
  tx: Kysely<Database>,
  clientId: string,
  orgOid: string,
): Promise<number> {
  const { count } = await tx
    .selectFrom("inducements")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("client_id", "=", clientId)
    .where("org_oid", "=", orgOid)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Adds what is missing. The entitlements are held, so that no import removes one before the policy has it.
 *
 * @returns the oids of the roles that were not in the policy yet; null where an entitlement is gone, and then the
 *   transaction must not be kept.
 */
export async function addInducements(
  tx: Kysely<Database>,
  clientId: string,
  orgOid: string,
  roleOids: readonly string[],
  now: Date,
): Promise<string[] | null> {
  const added: string[] = [];
  for (const batch of batches(roleOids)) {
    const { rows } = await sql<{ known: number; added: string[] }>`
      with known as (
        select role_oid from entitlements
        where client_id = ${clientId} and role_oid = any(${toUuids(batch)})
        order by id for key share
      ),
      added as (
        insert into inducements (client_id, id, org_oid, role_oid, created_at)
        select ${clientId}, gen_random_uuid(), ${orgOid}, role_oid, ${now} from known
        on conflict (client_id, org_oid, role_oid) do nothing
        returning role_oid
      )
      select (select count(*) from known) as known, array(select role_oid::text from added) as added
    `.execute(tx);
    if (rows[0]?.known !== batch.length) return null;
    for (const roleOid of rows[0].added) added.push(roleOid);
  }
  if (added.length > 0) await notePolicy(tx, clientId, orgOid);
  return added;
}

/** @returns the oid of the role that was taken out, or null where the org has no such inducement. */
export async function removeInducement(
  tx: Kysely<Database>,
  clientId: string,
  orgOid: string,
  id: string,
): Promise<string | null> {
  const removed = await tx
    .deleteFrom("inducements")
    .where("client_id", "=", clientId)
    .where("org_oid", "=", orgOid)
    .where("id", "=", id)
    .returning("role_oid")
    .executeTakeFirst();
  if (!removed) return null;
  await notePolicy(tx, clientId, orgOid);
  return removed.role_oid;
}

/** The org, which is locked, knows whether it has a policy. */
async function notePolicy(tx: Kysely<Database>, clientId: string, orgOid: string): Promise<void> {
  const hasPolicy = sql<boolean>`exists (
    select from inducements where client_id = ${clientId} and org_oid = ${orgOid}
  )`;
  await tx
    .updateTable("orgs")
    .set({ has_policy: hasPolicy })
    .where("client_id", "=", clientId)
    .where("oid", "=", orgOid)
    .where("has_policy", "!=", hasPolicy)
    .execute();
}
