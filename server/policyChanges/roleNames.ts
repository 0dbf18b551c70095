/** Names of entitlements and access roles, also of entitlements that left the directory. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Database } from "../db/schema.ts";
import { toUuids } from "../lists/sqlText.ts";

export interface RoleName {
  readonly roleOid: string;
  readonly name: string;
  /** null for an access role of no resource. */
  readonly resourceName: string | null;
}

/** @returns the known roles, by resource and name */
export async function nameRoles(
  db: Kysely<Database>,
  clientId: string,
  roleOids: readonly string[],
): Promise<readonly RoleName[]> {
  const oids = toUuids(roleOids);
  const { rows } = await sql<RoleName>`
    select n."roleOid", n.name, r.name as "resourceName"
    from (
      select e.role_oid as "roleOid", e.name, e.resource_id from entitlements e
      where e.client_id = ${clientId} and e.role_oid = any(${oids})
      union all
      select a.oid, a.name, a.resource_id from access_roles a
      where a.client_id = ${clientId} and a.oid = any(${oids})
    ) n
    left join resources r on r.client_id = ${clientId} and r.id = n.resource_id
    order by r.name, n.name, n."roleOid"
  `.execute(db);
  return rows;
}

/**
 * Keeps the names of entitlements that leave the directory, as far as a policy or an access role grants them, for the
 * history of policies.
 *
 * @param condition on an entitlement `e`
 */
export async function keepNames(
  tx: Kysely<Database>,
  { clientId, at }: { readonly clientId: string; readonly at: Date },
  condition: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into gone_entitlements (client_id, role_oid, name, search_key, resource_name, gone_at)
    select e.client_id, e.role_oid, e.name, e.search_key, r.name, ${at}
    from entitlements e join resources r on r.client_id = e.client_id and r.id = e.resource_id
    where e.client_id = ${clientId} and ${condition} and e.role_oid in (
      select i.role_oid from inducements i where i.client_id = ${clientId}
      union all
      select c.role_oid from access_role_entitlements c where c.client_id = ${clientId})
    on conflict do nothing
  `.execute(tx);
}

/** @returns those whose names were kept, by resource and name */
export async function nameGone(
  db: Kysely<Database>,
  clientId: string,
  roleOids: readonly string[],
): Promise<readonly RoleName[]> {
  const { rows } = await sql<RoleName>`
    select role_oid as "roleOid", name, resource_name as "resourceName" from gone_entitlements
    where client_id = ${clientId} and role_oid = any(${toUuids(roleOids)})
    order by resource_name, name, role_oid
  `.execute(db);
  return rows;
}
