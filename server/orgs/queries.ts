/** Orgs, their trees and members, and the sizes of their policies. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Org, OrgFilterType } from "#events/entities/org.ts";
import type { OrgType } from "#events/entities/orgTypes.ts";
import { PLANNED_ONCE } from "../db/preparedStatements.ts";
import type { Database } from "../db/schema.ts";
import { count, readList, type List } from "../lists/list.ts";
import type { PagingInput } from "../lists/paging.ts";
import { containing, startingWith, toUuids } from "../lists/sqlText.ts";
import { notFound } from "../plugins/errors.ts";

/** A limit above any real depth, which also ends cycles in the data. */
export const DEEPEST_TREE = 100;

/** Orgs that have members and no policy, or orgs with a policy, whether or not they have members. */
export type OrgPolicy = "missing" | "present";

/** The selected orgs. */
export interface OrgSelection {
  readonly clientId: string;
  /**
   * ROOT: the roots. SUBTREE: everything below `oid`. ONE_LEVEL: the children of `oid`. ANCESTORS: everything above
   * `oid`. Without `oid`, SUBTREE and ONE_LEVEL start from every root and exclude the roots.
   */
  readonly filterType: OrgFilterType;
  readonly oid?: string | undefined;
  readonly orgType?: OrgType | undefined;
  readonly startsWith?: string | undefined;
  readonly contains?: string | undefined;
  readonly policy?: OrgPolicy | undefined;
}

interface OrgRow {
  readonly oid: string;
  readonly type: OrgType;
  readonly name: string;
  readonly display_name: string;
  readonly parent_oid: string | null;
  readonly sort_key: string;
  readonly member_count: number;
  readonly inducement_count: number;
  readonly role_count: number;
  readonly child_count: number;
}

const countOf = (table: "inducements" | "orgs", column: "org_oid" | "parent_oid") => sql`(
  select count(*) from ${sql.table(table)} c
  where c.client_id = o.client_id and ${sql.ref(`c.${column}`)} = o.oid)`;
const INDUCEMENT_COUNT = countOf("inducements", "org_oid");

/** Access roles in the policy of an org `o`. There are few access roles, and a policy can be long. */
export const ROLE_COUNT = sql`(
  select count(*) from access_roles r
  cross join lateral (
    select from inducements n
    where n.client_id = o.client_id and n.org_oid = o.oid and n.role_oid = r.oid offset 0
  ) induced
  where r.client_id = o.client_id)`;

/** Conditions on an org `o`. */
export const POLICY_CONDITIONS = {
  missing: sql`o.member_count > 0 and not o.has_policy`,
  present: sql`o.has_policy`,
} as const;

const byName = (ascending: boolean) => [
  { by: sql`o.sort_key`, ascending },
  { by: sql`o.name`, ascending },
];

const ORGS = {
  table: "orgs",
  alias: "o",
  key: ["oid"],
  scope: (selection) => [
    sql`o.client_id = ${selection.clientId}`,
    place(selection),
    ...(selection.orgType ? [sql`o.type = ${selection.orgType}`] : []),
  ],
  filters: ({ startsWith, contains, policy }) => [
    ...(startsWith === undefined ? [] : [sql`o.search_key like ${startingWith(startsWith)}`]),
    ...(contains === undefined ? [] : [containsText(contains)]),
    ...(policy === undefined ? [] : [POLICY_CONDITIONS[policy]]),
  ],
  sorts: {
    name: byName(false),
    memberCount: [{ by: sql`o.member_count` }, ...byName(true)],
    inducementCount: [{ by: INDUCEMENT_COUNT }, ...byName(true)],
  },
  defaultOrder: { field: "name", direction: "asc" },
  items: ({ clientId }) => orgsOfPage(clientId),
} satisfies List<OrgSelection, OrgRow, "name" | "memberCount" | "inducementCount">;

/** Policies and children are counted only for the orgs of the page. */
const orgsOfPage = (clientId: string) => sql<OrgRow>`
  select p.position, o.oid, o.type, o.name, o.display_name, o.parent_oid, o.sort_key,
    o.member_count, ${INDUCEMENT_COUNT} as inducement_count, ${ROLE_COUNT} as role_count,
    ${countOf("orgs", "parent_oid")} as child_count
  from page p join orgs o on o.client_id = ${clientId} and o.oid = p.oid`;

/** The oids of all orgs of a selection, ascending. */
export async function selectOrgOids(
  db: Kysely<Database>,
  selection: OrgSelection,
): Promise<string[]> {
  const conditions = [...ORGS.scope(selection), ...ORGS.filters(selection)];
  const { rows } = await sql<{ oid: string }>`
    select o.oid from orgs o where ${sql.join(conditions, sql` and `)} order by o.oid
  `.execute(db);
  return rows.map(({ oid }) => oid);
}

export function countOrgs(db: Kysely<Database>, selection: OrgSelection): Promise<number> {
  return count(db, ORGS, selection);
}

export async function listOrgs(db: Kysely<Database>, selection: OrgSelection, paging: PagingInput) {
  const { items, page } = await readList(db, ORGS, selection, paging);
  return { orgs: items.map(toOrg), page };
}

/** The orgs with these oids in this order, without missing ones. */
export async function loadOrgs(
  db: Kysely<Database>,
  clientId: string,
  oids: readonly string[],
): Promise<Org[]> {
  if (oids.length === 0) return [];
  const { rows } = await sql<OrgRow>`
    with page as materialized (
      select * from unnest(${toUuids(oids)}) with ordinality as t (oid, position)
    )
    ${orgsOfPage(clientId)} order by p.position ${PLANNED_ONCE}
  `.execute(db);
  return rows.map(toOrg);
}

/** @throws ApiError ENOTFOUND for an unknown org. */
export async function loadOrg(db: Kysely<Database>, clientId: string, oid: string): Promise<Org> {
  const [org] = await loadOrgs(db, clientId, [oid]);
  if (!org) throw notFound("orgs.notFound");
  return org;
}

/** The ancestors of each of `oids`, root first: rows (oid, ancestor). */
export async function findAncestors(
  db: Kysely<Database>,
  clientId: string,
  oids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ oid: string; ancestor: string | null }>`
    with recursive path (oid, ancestor, distance) as (
      select o.oid, o.parent_oid, 1 from orgs o
      where o.client_id = ${clientId} and o.oid = any(${toUuids(oids)})
      union all
      select path.oid, o.parent_oid, path.distance + 1 from path
      join orgs o on o.client_id = ${clientId} and o.oid = path.ancestor
      where path.distance < ${DEEPEST_TREE}
    )
    select oid, ancestor from path order by oid, distance desc
  `.execute(db);
  const found = new Map<string, string[]>();
  for (const { oid, ancestor } of rows) {
    const above = found.get(oid) ?? [];
    if (ancestor !== null) above.push(ancestor);
    found.set(oid, above);
  }
  return found;
}

/** @throws ApiError ENOTFOUND for an unknown org. */
export async function requireOrg(
  db: Kysely<Database>,
  clientId: string,
  oid: string,
): Promise<void> {
  const row = await db
    .selectFrom("orgs")
    .select("oid")
    .where("client_id", "=", clientId)
    .where("oid", "=", oid)
    .executeTakeFirst();
  if (row === undefined) throw notFound("orgs.notFound");
}

/** Condition on an org `o`. Combined with the unfolded search, because after dropping marks a name's other letters may compose. */
export function containsText(contains: string): RawBuilder<unknown> {
  const pattern = containing(contains);
  return sql`(o.search_key like ${pattern} or o.folded_key like fold_accents(${pattern}))`;
}

/** The orgs' positions in the trees. */
function place({ clientId, filterType, oid }: OrgSelection): RawBuilder<unknown> {
  switch (filterType) {
    case "ROOT":
      return sql`o.parent_oid is null`;
    case "ONE_LEVEL":
      return oid
        ? sql`o.parent_oid = ${oid}`
        : sql`o.parent_oid in (
            select oid from orgs where client_id = ${clientId} and parent_oid is null)`;
    case "SUBTREE":
      return oid
        ? sql`o.oid in (
            with recursive below (oid) as (
              select oid from orgs where client_id = ${clientId} and parent_oid = ${oid}
              union
              select child.oid from below
              join orgs child on child.client_id = ${clientId} and child.parent_oid = below.oid
            ) select oid from below)`
        : sql`o.parent_oid is not null`;
    case "ANCESTORS":
      return sql`o.oid in (
        with recursive above (oid) as (
          select parent_oid from orgs where client_id = ${clientId} and oid = ${oid}
          union
          select parent.parent_oid from above
          join orgs parent on parent.client_id = ${clientId} and parent.oid = above.oid
        ) select oid from above)`;
    default:
      return filterType satisfies never;
  }
}

function toOrg(row: OrgRow): Org {
  return {
    oid: row.oid,
    displayName: row.display_name,
    name: row.name,
    orgType: row.type,
    parentOrgRef: row.parent_oid === null ? null : { oid: row.parent_oid },
    sortValue: row.sort_key,
    memberCount: row.member_count,
    inducementCount: row.inducement_count,
    roleCount: row.role_count,
    childCount: row.child_count,
  };
}
