/** Identities and resources. */
import { sql, type Kysely } from "kysely";
import type { Identity, Resource } from "#events/entities/directory.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { PLANNED_ONCE } from "../db/preparedStatements.ts";
import type { Database } from "../db/schema.ts";
import type { Order, Page } from "../lists/paging.ts";
import { containing } from "../lists/sqlText.ts";

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

const RESOURCE_COLUMNS = [
  "id",
  "name",
  "account_count as accountCount",
  "entitlement_count as entitlementCount",
] as const;

/**
 * The client's resources whose names match, by name. A client has few resources: their names are compared here, by the
 * same function as everywhere, and have no stored form.
 */
export async function findResources(
  db: Kysely<Database>,
  clientId: string,
  contains: string | undefined,
  direction: "asc" | "desc",
): Promise<Resource[]> {
  const resources = await db
    .selectFrom("resources")
    .select(RESOURCE_COLUMNS)
    .where("client_id", "=", clientId)
    .orderBy("name", direction)
    .modifyEnd(PLANNED_ONCE)
    .execute();
  const wanted = normalizeForFilter(contains ?? "");
  if (wanted === "") return resources;
  return resources.filter(({ name }) => normalizeForFilter(name).includes(wanted));
}

export async function findResource(
  db: Kysely<Database>,
  clientId: string,
  id: string,
): Promise<Resource | undefined> {
  return db
    .selectFrom("resources")
    .select(RESOURCE_COLUMNS)
    .where("client_id", "=", clientId)
    .where("id", "=", id)
    .executeTakeFirst();
}
