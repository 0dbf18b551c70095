/** Names of entitlements and access roles. */
import { sql, type Kysely } from "kysely";
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
