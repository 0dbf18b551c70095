/** Adds entitlements to an org's policy, and removes them. */
import { sql, type Kysely } from "kysely";
import { validAt } from "../../access/periods.ts";
import type { Database } from "../../db/schema.ts";
import { toUuids } from "../../lists/sqlText.ts";
import type { FormerGrant } from "../../policyChanges/history.ts";
import { endFromNow, replacingOtherTime } from "../../policyChanges/writeGrants.ts";
import { batchesOf, type PackedOids } from "./preparedChange.ts";
import { isInScope, isOfResources, RESOURCE_ID, type PolicyScope } from "./queries.ts";

interface AddedInducements {
  /** Role oids. */
  readonly added: string[];
  /** Those that the policy had for another time, with their periods. */
  readonly replaced: FormerGrant[];
}

/**
 * Adds entitlements that the locked org's policy does not grant now. One that it has for another time begins now. Locks the
 * entitlements, so that no import removes one before the policy has it.
 *
 * @returns null if an entitlement is gone, and then the transaction must be rolled back.
 */
export async function addInducements(
  tx: Kysely<Database>,
  scope: PolicyScope,
  roleOids: PackedOids,
  now: Date,
): Promise<AddedInducements | null> {
  const { clientId, orgOid } = scope;
  const former = await sql<FormerGrant>`
    select i.role_oid, i.valid_from, i.valid_until from inducements i
    where i.client_id = ${clientId} and i.org_oid = ${orgOid} and not (${validAt("i", now)})
  `.execute(tx);
  const formerOf = new Map(former.rows.map((grant) => [grant.role_oid, grant]));
  const added: string[] = [];
  for (const { oids } of batchesOf(roleOids)) {
    const { rows } = await sql<{ known: number; added: string[] }>`
      with known as (
        select role_oid from entitlements e
        where client_id = ${clientId} and role_oid = any(${toUuids(oids)}) and ${isOfResources(scope)}
        order by id for key share
      ),
      added as (
        insert into inducements as i (client_id, id, org_oid, role_oid, created_at)
        select ${clientId}, gen_random_uuid(), ${orgOid}, role_oid, ${now} from known
        ${replacingOtherTime(now, endFromNow(now))}
        returning i.role_oid
      )
      select (select count(*) from known) as known, array(select role_oid::text from added) as added
    `.execute(tx);
    if (rows[0]?.known !== oids.length) return null;
    for (const roleOid of rows[0].added) added.push(roleOid);
  }
  if (added.length > 0) await notePolicy(tx, clientId, orgOid);
  return { added, replaced: added.flatMap((roleOid) => formerOf.get(roleOid) ?? []) };
}

/** Removes what the policy grants now; what it has for another time stays. */
export async function removeRoles(
  tx: Kysely<Database>,
  scope: PolicyScope,
  roleOids: PackedOids,
  now: Date,
): Promise<FormerGrant[]> {
  const { clientId, orgOid } = scope;
  const removed: FormerGrant[] = [];
  for (const { oids } of batchesOf(roleOids)) {
    const rows = await tx
      .deleteFrom("inducements")
      .where("client_id", "=", clientId)
      .where("org_oid", "=", orgOid)
      .where(sql<boolean>`role_oid = any(${toUuids(oids)})`)
      .where(isInScope(scope))
      .where(sql<boolean>`${validAt("inducements", now)}`)
      .returning(["role_oid", "valid_from", "valid_until"])
      .execute();
    for (const grant of rows) removed.push(grant);
  }
  if (removed.length > 0) await notePolicy(tx, clientId, orgOid);
  return removed;
}

interface RemovedInducement extends FormerGrant {
  /** See `RESOURCE_ID`. */
  readonly resource_id: string | null;
}

/** @returns null if the org has no such inducement. */
export async function removeInducement(
  tx: Kysely<Database>,
  scope: PolicyScope,
  id: string,
): Promise<RemovedInducement | null> {
  const { clientId, orgOid } = scope;
  const removed = await tx
    .deleteFrom("inducements")
    .where("client_id", "=", clientId)
    .where("org_oid", "=", orgOid)
    .where("id", "=", id)
    .where(isInScope(scope))
    .returning(["role_oid", "valid_from", "valid_until", RESOURCE_ID])
    .executeTakeFirst();
  if (!removed) return null;
  await notePolicy(tx, clientId, orgOid);
  return removed;
}

/** Stores whether the locked org has a policy. */
export async function notePolicy(
  tx: Kysely<Database>,
  clientId: string,
  orgOid: string,
): Promise<void> {
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
