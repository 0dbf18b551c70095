/** Reads access roles. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { AccessRole, InducedRole, Role, RoleGroup } from "#events/entities/accessRole.ts";
import { DEFAULT_BUCKET } from "#events/rules/accessRoles.ts";
import { validAt } from "../access/periods.ts";
import type { Database } from "../db/schema.ts";
import { personName } from "../directory/personName.ts";
import type { List } from "../lists/list.ts";
import { iso, matchesText, toUuids } from "../lists/sqlText.ts";
import { notFound } from "../plugins/errors.ts";
import { peopleOf, type RolePlace } from "./people.ts";

export interface RoleSelection {
  readonly clientId: string;
  readonly at: Date;
  readonly status: Role["status"];
  readonly contains?: string | undefined;
  /** Only of these buckets. */
  readonly buckets?: readonly string[] | undefined;
  /** Only roles that the policy of this org induces. */
  readonly orgOid?: string | undefined;
  /** Only these roles. */
  readonly oids?: readonly string[] | undefined;
}

const isInBucket = (buckets: readonly string[]): RawBuilder<unknown> => {
  const named = sql`r.resource_id = any(${toUuids(buckets.filter((one) => one !== DEFAULT_BUCKET))})`;
  return buckets.includes(DEFAULT_BUCKET) ? sql`(r.resource_id is null or ${named})` : named;
};

const isInducedBy = ({ clientId, at }: RoleSelection, orgOid: string): RawBuilder<unknown> => sql`
  exists (select from inducements n where n.client_id = ${clientId} and n.org_oid = ${orgOid}
    and n.role_oid = r.oid and ${validAt("n", at)})`;

const STATUS = sql`case when r.archived_at is null then 'active' else 'archived' end`;

/** The columns of a role in lists, of a table `r`. */
const columnsOf = ({ clientId, at }: Pick<RoleSelection, "clientId" | "at">) => sql`
  r.oid, r.name, r.description, ${STATUS} as status,
  case when r.resource_id is null then '{}'::jsonb
    else jsonb_build_object('resourceRef', jsonb_build_object('oid', r.resource_id)) end as extension,
  (select count(*) from access_role_entitlements c
    where c.client_id = ${clientId} and c.access_role_oid = r.oid) as "entitlementCount",
  (select count(*) from inducements n
    where n.client_id = ${clientId} and n.role_oid = r.oid and ${validAt("n", at)}) as "orgCount",
  (select count(*) from access_role_assignments d
    where d.client_id = ${clientId} and d.access_role_oid = r.oid and ${validAt("d", at)})
    as "assignedCount"`;

/** The column of the period for which the policy of an org induces a role `r`. */
const periodIn = (clientId: string, orgOid: string) => sql`, (
  select jsonb_build_object(
    'validFrom', ${iso("n.valid_from")}, 'validUntil', ${iso("n.valid_until")})
  from inducements n
  where n.client_id = ${clientId} and n.org_oid = ${orgOid} and n.role_oid = r.oid) as period`;

const scopeOf = (selection: RoleSelection): RawBuilder<unknown>[] => [
  sql`r.client_id = ${selection.clientId}`,
  selection.status === "active" ? sql`r.archived_at is null` : sql`r.archived_at is not null`,
  ...(selection.buckets ? [isInBucket(selection.buckets)] : []),
  ...(selection.orgOid ? [isInducedBy(selection, selection.orgOid)] : []),
];

export const ROLES: List<RoleSelection, InducedRole, "name" | "changedAt"> = {
  table: "access_roles",
  alias: "r",
  key: ["oid"],
  scope: scopeOf,
  filters: ({ contains }) => matchesText(sql`r.search_key`, contains),
  sorts: { name: [{ by: sql`r.sort_key` }], changedAt: [{ by: sql`r.changed_at` }] },
  defaultOrder: { field: "name", direction: "asc" },
  items: (selection) => sql`
    select p.position, ${columnsOf(selection)}${
      selection.orgOid === undefined ? sql`` : periodIn(selection.clientId, selection.orgOid)
    }
    from page p join access_roles r on r.client_id = ${selection.clientId} and r.oid = p.oid`,
};

/** Without those that do not exist; by name. */
export async function rolesByOid(
  db: Kysely<Database>,
  { clientId, at, oids }: { clientId: string; at: Date; oids: readonly string[] },
): Promise<Role[]> {
  const { rows } = await sql<Role>`
    select ${columnsOf({ clientId, at })} from access_roles r
    where r.client_id = ${clientId} and r.oid = any(${toUuids(oids)})
    order by r.sort_key, r.oid
  `.execute(db);
  return rows;
}

/** The resources that have roles, by name; the default bucket comes first. */
export async function groupRoles(
  db: Kysely<Database>,
  selection: RoleSelection,
): Promise<RoleGroup[]> {
  const conditions = [
    ...scopeOf(selection),
    ...matchesText(sql`r.search_key`, selection.contains).map(({ scanned }) => scanned),
  ];
  const { rows } = await sql<RoleGroup>`
    select case when g.resource_id is null then null
        else jsonb_build_object('oid', g.resource_id) end as "resourceRef",
      coalesce(s.name, '') as "resourceName", g.count
    from (
      select r.resource_id, count(*) as count from access_roles r
      where ${sql.join(conditions, sql` and `)} group by r.resource_id
    ) g
    left join resources s on s.client_id = ${selection.clientId} and s.id = g.resource_id
    order by g.resource_id is not null, sort_key(coalesce(s.name, '')) collate "C", g.resource_id
  `.execute(db);
  return rows;
}

/** @throws ApiError ENOTFOUND for a role that the client does not have. */
export async function readRole(
  db: Kysely<Database>,
  place: RolePlace & { readonly roleOid: string },
): Promise<AccessRole> {
  const { clientId, roleOid } = place;
  const { rows } = await sql<
    Omit<AccessRole, "createdAt" | "changedAt"> & { createdAt: Date; changedAt: Date }
  >`
    select ${columnsOf(place)}, r.version,
      r.created_at as "createdAt", r.changed_at as "changedAt",
      coalesce((
        select jsonb_agg(jsonb_build_object('roleOid', c.role_oid,
            'name', coalesce(e.name, c.role_oid::text), 'resourceName', coalesce(s.name, ''))
          order by s.name is null, sort_key(s.name) collate "C", e.search_key, e.name, c.role_oid)
        from access_role_entitlements c
        left join entitlements e on e.client_id = c.client_id and e.role_oid = c.role_oid
        left join resources s on s.client_id = e.client_id and s.id = e.resource_id
        where c.client_id = ${clientId} and c.access_role_oid = r.oid
      ), '[]'::jsonb) as entitlements,
      coalesce((
        select jsonb_agg(jsonb_build_object('oid', i.oid, 'name', ${personName("i")})
          order by ${personName("i")}, i.oid)
        from access_role_owners o
        join identities i on i.client_id = o.client_id and i.oid = o.identity_oid
        where o.client_id = ${clientId} and o.access_role_oid = r.oid
      ), '[]'::jsonb) as owners,
      ${peopleOf(place, sql`r.archived_at is null`)} as people
    from access_roles r where r.client_id = ${clientId} and r.oid = ${roleOid}
  `.execute(db);
  const [role] = rows;
  if (!role) throw notFound("accessRoles.notFound");
  return {
    ...role,
    createdAt: role.createdAt.toISOString(),
    changedAt: role.changedAt.toISOString(),
  };
}

/** @throws ApiError ENOTFOUND for a role that the client does not have. */
export async function requireRole(
  db: Kysely<Database>,
  clientId: string,
  roleOid: string,
): Promise<void> {
  const found = await db
    .selectFrom("access_roles")
    .select("oid")
    .where("client_id", "=", clientId)
    .where("oid", "=", roleOid)
    .executeTakeFirst();
  if (!found) throw notFound("accessRoles.notFound");
}
