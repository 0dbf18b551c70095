/** The entitlements of access roles as a list, and the columns of its CSV file. */
import { sql } from "kysely";
import type { ListedRoleEntitlement, Role } from "#events/entities/accessRole.ts";
import type { List } from "../lists/list.ts";
import { matchesText } from "../lists/sqlText.ts";

interface Selection {
  readonly clientId: string;
  readonly status: Role["status"];
  /** Only of this role, whatever its status. */
  readonly roleOid?: string | undefined;
  /** Part of the name of a role. */
  readonly contains?: string | undefined;
}

/** By role; an entitlement that has left the directory has no name. */
export const ROLE_ENTITLEMENTS: List<Selection, ListedRoleEntitlement, "role"> = {
  table: "access_role_entitlements",
  alias: "c",
  joins: () => sql`
    join access_roles r on r.client_id = c.client_id and r.oid = c.access_role_oid
    left join entitlements e on e.client_id = c.client_id and e.role_oid = c.role_oid`,
  key: ["access_role_oid", "role_oid"],
  scope: ({ clientId, status, roleOid }) => [
    sql`c.client_id = ${clientId}`,
    ...(roleOid
      ? [sql`c.access_role_oid = ${roleOid}`]
      : [status === "active" ? sql`r.archived_at is null` : sql`r.archived_at is not null`]),
  ],
  filters: ({ contains }) => matchesText(sql`r.search_key`, contains),
  sorts: { role: [{ by: sql`r.sort_key` }, { by: sql`coalesce(e.search_key, '')` }] },
  defaultOrder: { field: "role", direction: "asc" },
  items: ({ clientId }) => sql`
    select p.position, r.oid as "accessRoleOid", r.name as role, p.role_oid as "roleOid",
      coalesce(e.name, '') as name, coalesce(s.name, '') as "resourceName"
    from page p
    join access_roles r on r.client_id = ${clientId} and r.oid = p.access_role_oid
    left join entitlements e on e.client_id = ${clientId} and e.role_oid = p.role_oid
    left join resources s on s.client_id = e.client_id and s.id = e.resource_id`,
};

/** The text of each column. */
export const ROLE_FILE_COLUMNS = {
  role: ({ role }) => role,
  resource: ({ resourceName }) => resourceName,
  entitlement: ({ name }) => name,
  accessRoleOid: ({ accessRoleOid }) => accessRoleOid,
  roleOid: ({ roleOid }) => roleOid,
} as const satisfies Readonly<Record<string, (one: ListedRoleEntitlement) => string>>;
