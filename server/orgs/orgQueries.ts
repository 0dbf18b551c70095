/** Orgs, their trees and members, and how long their policies are. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Org, OrgFilterType } from "#events/entities/org.ts";
import type { OrgType } from "#events/entities/orgTypes.ts";
import { PLANNED_ONCE } from "../db/preparedStatements.ts";
import type { Database } from "../db/schema.ts";
import type { Order, Page } from "../lists/paging.ts";
import { containing, startingWith, toUuids } from "../lists/sqlText.ts";

export const ORG_ORDERS = ["name", "memberCount", "inducementCount"] as const;
export type OrgOrder = Order<(typeof ORG_ORDERS)[number]>;

/** No tree of people is deeper; a circle in the data ends here. */
const DEEPEST_TREE = 100;

/** Which orgs are asked for. */
export interface OrgSelection {
  readonly clientId: string;
  /**
   * ROOT: the roots. SUBTREE: all below `oid`. ONE_LEVEL: the children of `oid`. ANCESTORS: all above `oid`.
   * Without `oid`, SUBTREE and ONE_LEVEL start from every root; roots themselves are not in them.
   */
  readonly filterType: OrgFilterType;
  readonly oid?: string | undefined;
  readonly orgType?: OrgType | undefined;
  readonly startsWith?: string | undefined;
  readonly contains?: string | undefined;
}

interface OrgRow {
  readonly oid: string;
  readonly type: OrgType;
  readonly name: string;
  readonly display_name: string;
  readonly parent_oid: string | null;
  readonly search_key: string;
  readonly member_count: number;
  readonly inducement_count: number;
  readonly child_count: number;
}

/** Which rows a text finds depends on it, and so does the best plan. */
function plannedOnce({ startsWith, contains }: OrgSelection): RawBuilder<unknown> {
  return startsWith === undefined && contains === undefined ? PLANNED_ONCE : sql``;
}

export async function countOrgsOf(db: Kysely<Database>, selection: OrgSelection): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from orgs o where ${conditions(selection)} ${plannedOnce(selection)}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** One page of orgs. Policies are counted for the page only, unless they are what the orgs are ordered by. */
export async function listOrgsOf(
  db: Kysely<Database>,
  selection: OrgSelection,
  page: Page,
  order: OrgOrder,
): Promise<Org[]> {
  const { clientId } = selection;
  const direction = sql.raw(order.direction);
  const where = conditions(selection);
  // The first rows are few, and the plan knows it.
  const isFirst = page.number === 0;
  const window = isFirst
    ? sql`limit ${sql.lit(page.size)}`
    : sql`limit ${page.size} offset ${page.size * page.number}`;
  const chosenBy = {
    name: sql`select o.oid from orgs o where ${where}
      order by o.search_key ${direction}, o.name ${direction}, o.oid ${direction} ${window}`,
    memberCount: sql`select o.oid from orgs o where ${where}
      order by o.member_count ${direction}, o.search_key, o.name, o.oid ${window}`,
    inducementCount: sql`select o.oid from orgs o
      left join (${inducementCounts(clientId, sql`select o.oid from orgs o where ${where}`)}) i on i.oid = o.oid
      where ${where}
      order by coalesce(i.count, 0) ${direction}, o.search_key, o.name, o.oid ${window}`,
  };
  const chosen = sql`select oid, row_number() over () as position from (${chosenBy[order.field]}) page`;
  return loadChosen(db, clientId, chosen, isFirst ? plannedOnce(selection) : sql``);
}

/** The orgs of these oids in this order; oids that are not there are left out. */
export async function loadOrgs(
  db: Kysely<Database>,
  clientId: string,
  oids: readonly string[],
): Promise<Org[]> {
  if (oids.length === 0) return [];
  const chosen = sql`select * from unnest(${toUuids(oids)}) with ordinality as t (oid, position)`;
  return loadChosen(db, clientId, chosen, PLANNED_ONCE);
}

/** @param chosen rows (oid, position). */
async function loadChosen(
  db: Kysely<Database>,
  clientId: string,
  chosen: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
): Promise<Org[]> {
  const oids = sql`select oid from chosen`;
  const { rows } = await sql<OrgRow>`
    with chosen as materialized (${chosen})
    select o.oid, o.type, o.name, o.display_name, o.parent_oid, o.search_key,
      o.member_count,
      coalesce(i.count, 0) as inducement_count,
      coalesce(c.count, 0) as child_count
    from chosen t
    join orgs o on o.client_id = ${clientId} and o.oid = t.oid
    left join (${inducementCounts(clientId, oids)}) i on i.oid = o.oid
    left join (
      select parent_oid as oid, count(*) as count from orgs
      where client_id = ${clientId} and parent_oid = any(array(${oids})) group by parent_oid
    ) c on c.oid = o.oid
    order by t.position ${end}
  `.execute(db);
  return rows.map(toOrg);
}

function inducementCounts(clientId: string, oids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select org_oid as oid, count(*) as count from inducements
    where client_id = ${clientId} and org_oid = any(array(${oids})) group by org_oid`;
}

/** The oids above each of `oids`, the root first: rows (oid, ancestor). */
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

export async function hasOrg(
  db: Kysely<Database>,
  clientId: string,
  oid: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("orgs")
    .select("oid")
    .where("client_id", "=", clientId)
    .where("oid", "=", oid)
    .executeTakeFirst();
  return row !== undefined;
}

function conditions(selection: OrgSelection): RawBuilder<unknown> {
  const { clientId, orgType, startsWith, contains } = selection;
  const parts = [sql`o.client_id = ${clientId}`, place(selection)];
  if (orgType) parts.push(sql`o.type = ${orgType}`);
  if (startsWith !== undefined) parts.push(sql`o.search_key like ${startingWith(startsWith)}`);
  if (contains !== undefined) parts.push(likeText(contains));
  return sql.join(parts, sql` and `);
}

/** Folding only adds what it finds: without its marks a name's other letters may compose. */
function likeText(contains: string): RawBuilder<unknown> {
  const pattern = containing(contains);
  return sql`(o.search_key like ${pattern} or o.folded_key like fold_accents(${pattern}))`;
}

/** Where in the trees the orgs stand. */
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
    sortValue: row.search_key,
    memberCount: row.member_count,
    inducementCount: row.inducement_count,
    childCount: row.child_count,
  };
}
