/** The entitlements that an org inherits from the policies of the orgs above it. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { InheritedEntitlement } from "#events/entities/org.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { validAt } from "../../access/periods.ts";
import type { Database } from "../../db/schema.ts";
import type { List } from "../../lists/list.ts";
import { DEEPEST_TREE } from "../queries.ts";
import { isOfEntitlement, isOfResources, roleOidBatches } from "./queries.ts";

export interface InheritedSelection {
  readonly clientId: string;
  readonly orgOid: string;
  readonly at: Date;
  /** Part of the name of an entitlement, of its resource or of the org that hands it down. */
  readonly contains?: string | undefined;
  /** Null: all resources, including entitlements without one. */
  readonly resourceIds: readonly string[] | null;
}

/** The orgs above, each with the names from it down to the parent of the org. */
const above = ({ clientId, orgOid }: Pick<InheritedSelection, "clientId" | "orgOid">) => sql`
  with recursive above (oid, parent_oid, path) as (
    select p.oid, p.parent_oid, array[p.display_name]
    from orgs o join orgs p on p.client_id = o.client_id and p.oid = o.parent_oid
    where o.client_id = ${clientId} and o.oid = ${orgOid}
    union all
    select p.oid, p.parent_oid, p.display_name || above.path
    from above join orgs p on p.client_id = ${clientId} and p.oid = above.parent_oid
    where cardinality(above.path) < ${DEEPEST_TREE}
  ) select oid, path from above`;

const NAME = sql`coalesce(e.search_key, i.role_oid::text)`;

/** Stands for the missing access role of an entitlement that a policy contains directly. */
const NO_ROLE = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

/** The entitlements that the policies above contain directly or through their access roles. */
const handedDown = (selection: InheritedSelection) => sql`
  select i.client_id, i.org_oid, granted.*
  from inducements i
  cross join lateral (
    select i.role_oid, ${NO_ROLE} as access_role_oid, '' as access_role_key
    where ${isOfEntitlement}
    union all
    select x.role_oid, role.oid, role.search_key
    from access_roles role
    join access_role_entitlements x on x.client_id = role.client_id and x.access_role_oid = role.oid
    where role.client_id = i.client_id and role.oid = i.role_oid and role.archived_at is null
  ) granted
  where i.client_id = ${selection.clientId} and (${validAt("i", selection.at)})
    and i.org_oid in (select oid from (${above(selection)}) a)`;

export const INHERITED: List<InheritedSelection, InheritedEntitlement, string> = {
  table: handedDown,
  alias: "i",
  joins: () => sql`
    join orgs o on o.client_id = i.client_id and o.oid = i.org_oid
    left join entitlements e on e.client_id = i.client_id and e.role_oid = i.role_oid
    left join resources r on r.client_id = e.client_id and r.id = e.resource_id`,
  key: ["org_oid", "role_oid", "access_role_oid"],
  scope: (selection) => [isOfResources(selection)],
  filters: ({ contains }) => {
    const wanted = normalizeForFilter(contains ?? "");
    if (wanted === "") return [];
    const texts = [
      NAME,
      sql`coalesce(r.search_key, '')`,
      sql`o.search_key`,
      sql`i.access_role_key`,
    ];
    return [sql`strpos(${sql.join(texts, sql` || chr(10) || `)}, ${wanted}) > 0`];
  },
  sorts: {
    name: [{ by: NAME }],
    resource: [
      { by: sql`sort_key(coalesce(r.name, '')) collate "C"` },
      { by: NAME, ascending: true },
    ],
    origin: [{ by: sql`o.sort_key` }, { by: NAME, ascending: true }],
  },
  defaultOrder: { field: "name", direction: "asc" },
  items: (selection) => sql`
    select p.position, p.role_oid as "roleOid", coalesce(e.name, p.role_oid::text) as name,
      coalesce(r.name, '') as "resourceName",
      jsonb_build_object('oid', o.oid, 'displayName', o.display_name) as origin, a.path,
      case when role.oid is not null then jsonb_build_object('oid', role.oid, 'name', role.name) end
        as role,
      exists (
        select from inducements d where d.client_id = ${selection.clientId}
          and d.org_oid = ${selection.orgOid} and d.role_oid = p.role_oid
          and ${validAt("d", selection.at)}
      ) as "isDirect"
    from page p
    join (${above(selection)}) a on a.oid = p.org_oid
    join orgs o on o.client_id = ${selection.clientId} and o.oid = p.org_oid
    left join access_roles role
      on role.client_id = ${selection.clientId} and role.oid = p.access_role_oid
    left join entitlements e
      on e.client_id = ${selection.clientId} and e.role_oid = p.role_oid
    left join resources r on r.client_id = ${selection.clientId} and r.id = e.resource_id`,
};

interface RolesOrigin {
  readonly orgOid: string;
  readonly path: readonly string[];
  /** The access role in the org's policy; null for the entitlements that the policy has itself. */
  readonly accessRoleOid: string | null;
  readonly accessRole: string | null;
}

/** Where an org may have entitlements from besides its own policy's, the nearest org first. */
async function originsOf(
  db: Kysely<Database>,
  { clientId, orgOid, at }: InheritedSelection,
): Promise<readonly RolesOrigin[]> {
  const { rows } = await sql<RolesOrigin>`
    with policies (oid, path) as (
      select ${orgOid}::uuid, array[]::text[] union all (${above({ clientId, orgOid })})
    )
    select p.oid as "orgOid", p.path, r.oid as "accessRoleOid", r.name as "accessRole"
    from policies p
    cross join lateral (
      select null::uuid as oid, null as name where p.oid <> ${orgOid}
      union all
      select r.oid, r.name from inducements i
      join access_roles r on r.client_id = i.client_id and r.oid = i.role_oid
      where i.client_id = ${clientId} and i.org_oid = p.oid and r.archived_at is null
        and ${validAt("i", at)}
    ) r
    order by cardinality(p.path), r.name nulls first, r.oid
  `.execute(db);
  return rows;
}

/** The role oids of an org's policy that are valid, or those of an access role. */
function rolesFrom(
  { orgOid, accessRoleOid }: RolesOrigin,
  { clientId, at, resourceIds }: InheritedSelection,
): RawBuilder<unknown> {
  const granted =
    accessRoleOid === null
      ? sql`inducements i
        where i.client_id = ${clientId} and i.org_oid = ${orgOid} and ${validAt("i", at)}`
      : sql`access_role_entitlements i
        where i.client_id = ${clientId} and i.access_role_oid = ${accessRoleOid}`;
  return sql`
    select i.role_oid from ${granted} and exists (
      select from entitlements e where e.client_id = i.client_id and e.role_oid = i.role_oid
        and ${isOfResources({ resourceIds })})`;
}

/** `InheritedRoles` as chunks of JSON, without origins that give nothing. */
export async function* inheritedRolesAsJson(
  db: Kysely<Database>,
  selection: Omit<InheritedSelection, "contains">,
): AsyncGenerator<string, void> {
  let before = "[";
  for (const origin of await originsOf(db, selection)) {
    const batches = roleOidBatches(db, rolesFrom(origin, selection));
    let isFirst = true;
    for await (const batch of batches) {
      const { path, accessRole } = origin;
      const start = `${before}{"path":${JSON.stringify(path)},"accessRole":${JSON.stringify(accessRole)},"roleOids":[`;
      yield (isFirst ? start : ",") + batch;
      isFirst = false;
    }
    if (isFirst) continue;
    yield "]}";
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}
