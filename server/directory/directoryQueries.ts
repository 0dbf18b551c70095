/** Identities and resources. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Identity, Resource } from "#events/entities/directory.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { PLANNED_ONCE } from "../db/preparedStatements.ts";
import type { Database } from "../db/schema.ts";
import { readList, type List, type SortKey } from "../lists/list.ts";
import type { PagingInput } from "../lists/paging.ts";
import { matchesText } from "../lists/sqlText.ts";
import { loadStoredCounts } from "./directoryCounts.ts";

interface IdentitySelection {
  readonly clientId: string;
  /** Members of this org and of its descendants only. */
  readonly orgOid?: string | undefined;
  readonly contains?: string | undefined;
}

/** Without regard to case. */
const byText = (...columns: readonly string[]): SortKey[] =>
  columns.map((column) => ({
    by: sql`lower(${sql.ref(`i.${column}`)}) collate "C"`,
    nullsLast: true,
  }));

const IDENTITIES = {
  table: "identities",
  alias: "i",
  key: ["external_id"],
  scope: ({ clientId }) => [sql`i.client_id = ${clientId}`],
  filters: ({ clientId, orgOid, contains }) => [
    ...(orgOid ? [isMember(clientId, orgOid)] : []),
    ...matchesText(sql`i.search_key`, contains),
  ],
  sorts: {
    externalId: [],
    name: byText("family_name", "given_name"),
    username: byText("username"),
    email: byText("email"),
    jobTitle: byText("job_title"),
    department: byText("department"),
    location: byText("location"),
  },
  defaultOrder: { field: "externalId", direction: "asc" },
  items: ({ clientId }) => sql`
    select p.position, i.oid, i.external_id as "externalId", i.username,
      i.given_name as "givenName", i.family_name as "familyName", i.email,
      i.job_title as "jobTitle", i.department, i.location,
      (select count(*) from accounts a
        where a.client_id = ${clientId} and a.identity_oid = i.oid) as "accountCount"
    from page p
    join identities i on i.client_id = ${clientId} and i.external_id = p.external_id`,
  total: async (db, { clientId }) => (await loadStoredCounts(db, clientId)).identities,
} satisfies List<IdentitySelection, Identity, string>;

function isMember(clientId: string, orgOid: string): RawBuilder<unknown> {
  return sql`i.oid = any(array(
    select distinct m.identity_oid from identity_orgs m
    where m.client_id = ${clientId} and m.org_oid = any(array(
      with recursive tree (oid) as (
        select ${orgOid}::uuid
        union
        select child.oid from tree
        join orgs child on child.client_id = ${clientId} and child.parent_oid = tree.oid
      )
      select oid from tree))))`;
}

export function listIdentities(
  db: Kysely<Database>,
  selection: IdentitySelection,
  paging: PagingInput,
) {
  return readList(db, IDENTITIES, selection, paging);
}

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
