/**
 * Mining queries, short enough that other queries hardly wait. Each query sees its own snapshot. If the directory
 * changes between queries, the report contains different members as of different times, but each member as of one time.
 */
import { sql, type Kysely } from "kysely";
import type { Database } from "../db/schema.ts";

/** Sorts before every oid. */
const NIL = "00000000-0000-0000-0000-000000000000";
const MEMBERS_AT_ONCE = 3000;
const ORGS_AT_ONCE = 40;
const ENTITLEMENTS_AT_ONCE = 1000;

/** The org and all its descendants. */
export async function orgTree(
  db: Kysely<Database>,
  clientId: string,
  orgOid: string,
): Promise<string[]> {
  const { rows } = await sql<{ oid: string }>`
    with recursive tree as (
      select oid from orgs where client_id = ${clientId} and oid = ${orgOid}
      union
      select child.oid from orgs child join tree on child.parent_oid = tree.oid where child.client_id = ${clientId}
    )
    select oid from tree`.execute(db);
  return rows.map(({ oid }) => oid);
}

/** The members of the orgs in pages, as concatenated binary oids. A member of several orgs occurs several times. */
export async function* memberPages(
  db: Kysely<Database>,
  clientId: string,
  orgOids: readonly string[],
): AsyncGenerator<Buffer, void> {
  let open = orgOids.map((oid) => ({ oid, after: NIL }));
  while (open.length > 0) {
    const now = open.slice(0, ORGS_AT_ONCE);
    const limit = Math.floor(MEMBERS_AT_ONCE / now.length);
    const { rows } = await sql<{ oid: string; oids: Buffer; count: number; last: string }>`
      select org.oid, members.oids, members.count, members.last
      from unnest(${now.map(({ oid }) => oid)}::uuid[], ${now.map(({ after }) => after)}::uuid[]) as org (oid, after)
      cross join lateral (
        select
          string_agg(uuid_send(identity_oid), ''::bytea) as oids,
          count(*) as count,
          max(identity_oid::text collate "C") as last
        from (
          select identity_oid from identity_orgs
          where client_id = ${clientId} and org_oid = org.oid and identity_oid > org.after
          order by identity_oid
          limit ${limit}
        ) page
      ) members
      where members.count > 0`.execute(db);
    for (const { oids } of rows) yield oids;
    const unfinished = rows.filter(({ count }) => count === limit);
    open = unfinished
      .map(({ oid, last }) => ({ oid, after: last }))
      .concat(open.slice(ORGS_AT_ONCE));
  }
}

/**
 * The entitlement numbers of the members' accounts, in the format of `HolderCounter.add`; null if none of them has an
 * account in scope.
 * @param resourceId null for the accounts on all resources.
 */
export async function accountsOf(
  db: Kysely<Database>,
  clientId: string,
  resourceId: string | null,
  memberOids: readonly string[],
): Promise<string | null> {
  const scope = resourceId === null ? sql`` : sql`and resource_id = ${resourceId}`;
  const { rows } = await sql<{ text: string | null }>`
    select string_agg(numbers, ';') as text
    from (
      select string_agg(entitlement_nos::text, '') as numbers
      from accounts
      where client_id = ${clientId} and identity_oid = any(${memberOids}::uuid[]) ${scope}
      group by identity_oid
    ) member`.execute(db);
  return rows[0]?.text ?? null;
}

/** All entitlements in scope, in pages: JSON arrays of [no, name, role oid, resource id]. */
export async function* entitlementPages(
  db: Kysely<Database>,
  clientId: string,
  resourceId: string | null,
): AsyncGenerator<string, void> {
  const scope = resourceId === null ? sql`` : sql`and resource_id = ${resourceId}`;
  let after = 0;
  for (;;) {
    const { rows } = await sql<{ json: string | null; last: number }>`
      select json_agg(json_build_array(no, name, role_oid, resource_id))::text as json, max(no) as last
      from (
        select no, name, role_oid, resource_id from entitlements
        where client_id = ${clientId} and no > ${after} ${scope}
        order by no
        limit ${ENTITLEMENTS_AT_ONCE}
      ) page`.execute(db);
    const [page] = rows;
    if (!page?.json) return;
    yield page.json;
    after = page.last;
  }
}
