/** Identities and resources. */
import { sql, type Kysely } from "kysely";
import type { Identity, Resource } from "#events/entities/directory.ts";
import { normalizeForFilter } from "#events/policy/filterText.ts";
import type { Database } from "../db/schema.ts";
import type { Order, Page } from "../lists/paging.ts";
import { containing, toUuids } from "../lists/sqlText.ts";

export const IDENTITY_ORDERS = [
  "externalId",
  "name",
  "username",
  "email",
  "jobTitle",
  "department",
  "location",
] as const;
export type IdentityOrder = Order<(typeof IDENTITY_ORDERS)[number]>;

const IDENTITY_COLUMNS: Readonly<Record<IdentityOrder["field"], readonly string[]>> = {
  externalId: [],
  name: ["family_name", "given_name"],
  username: ["username"],
  email: ["email"],
  jobTitle: ["job_title"],
  department: ["department"],
  location: ["location"],
};

export interface IdentitySelection {
  readonly clientId: string;
  /** Members of this org and of its descendants only. */
  readonly orgOid?: string | undefined;
  readonly contains?: string | undefined;
}

function identityConditions({ clientId, orgOid, contains }: IdentitySelection) {
  const parts = [sql`i.client_id = ${clientId}`];
  if (contains) parts.push(sql`i.search_key like ${containing(contains)}`);
  if (orgOid) {
    parts.push(sql`i.oid = any(array(
      select distinct m.identity_oid from identity_orgs m
      where m.client_id = ${clientId} and m.org_oid = any(array(
        with recursive tree (oid) as (
          select ${orgOid}::uuid
          union
          select child.oid from tree
          join orgs child on child.client_id = ${clientId} and child.parent_oid = tree.oid
        )
        select oid from tree))))`);
  }
  return sql.join(parts, sql` and `);
}

export async function countIdentities(
  db: Kysely<Database>,
  selection: IdentitySelection,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from identities i where ${identityConditions(selection)}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** One page of identities; without regard to case, those that lack the field last. */
export async function listIdentitiesOf(
  db: Kysely<Database>,
  selection: IdentitySelection,
  page: Page,
  order: IdentityOrder,
): Promise<Identity[]> {
  const direction = sql.raw(order.direction);
  const keys = [
    ...IDENTITY_COLUMNS[order.field].map(
      (column) => sql`lower(${sql.ref(`i.${column}`)}) collate "C" ${direction} nulls last`,
    ),
    sql`i.external_id ${direction}`,
  ];
  const { rows } = await sql<Identity>`
    select i.oid, i.external_id as "externalId", i.username, i.given_name as "givenName",
      i.family_name as "familyName", i.email, i.job_title as "jobTitle", i.department, i.location,
      (select count(*) from accounts a
        where a.client_id = ${selection.clientId} and a.identity_oid = i.oid) as "accountCount"
    from (
      select * from identities i where ${identityConditions(selection)}
      order by ${sql.join(keys)} limit ${page.size} offset ${page.size * page.number}
    ) i
    order by ${sql.join(keys)}
  `.execute(db);
  return rows;
}

export const RESOURCE_ORDERS = ["name"] as const;

/**
 * Ids of the client's resources whose names match, by name. A client has few resources: their names are compared here,
 * by the same function as everywhere, and have no stored form.
 */
export async function findResourceIds(
  db: Kysely<Database>,
  clientId: string,
  contains: string | undefined,
  direction: "asc" | "desc",
): Promise<string[]> {
  const rows = await db
    .selectFrom("resources")
    .select(["id", "name"])
    .where("client_id", "=", clientId)
    .orderBy("name", direction)
    .execute();
  const wanted = normalizeForFilter(contains ?? "");
  return rows.filter(({ name }) => normalizeForFilter(name).includes(wanted)).map(({ id }) => id);
}

/** The resources of these ids in this order; ids that are not there are left out. */
export async function loadResources(
  db: Kysely<Database>,
  clientId: string,
  ids: readonly string[],
): Promise<Resource[]> {
  const { rows } = await sql<Resource>`
    select r.id, r.name, r.account_count as "accountCount", r.entitlement_count as "entitlementCount"
    from unnest(${toUuids(ids)}) with ordinality as t (id, position)
    join resources r on r.client_id = ${clientId} and r.id = t.id
    order by t.position
  `.execute(db);
  return rows;
}
