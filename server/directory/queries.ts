/** Stored data of a client's directory: counts, identities, resources. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import type { ClientCounts } from "#events/entities/client.ts";
import type { PeopleGroup } from "#events/entities/identityAccess.ts";
import type { Entitlement, Identity, Resource } from "#events/entities/directory.ts";
import { noteMemberships } from "../access/memberships.ts";
import type { Database } from "../db/schema.ts";
import { readList, type List } from "../lists/list.ts";
import type { PagingInput } from "../lists/paging.ts";
import { iso, matchesIndexedName, matchesText, toUuids } from "../lists/sqlText.ts";
import { POLICY_CONDITIONS } from "../orgs/queries.ts";
import { BY_FULL_NAME, byName, PERSON_ORDER } from "./personLists.ts";

export interface IdentitySelection {
  readonly clientId: string;
  /** Only members of this org and of its descendants. */
  readonly orgOid?: string | undefined;
  /** Only people with an account on this resource. */
  readonly resourceId?: string | undefined;
  readonly show?: PeopleGroup | undefined;
  /** Part of the name, username, e-mail, id or, with `searchesAttributes`, of the value of an attribute. */
  readonly contains?: string | undefined;
  readonly searchesAttributes?: boolean | undefined;
}

/** People whom a text finds are counted up to this number. */
export const MAX_COUNTED = 10_000;

/** Condition on an identity `i`: it has an account, to which a further condition on `a` applies. */
const hasAccount = (clientId: string, condition = sql`true`): RawBuilder<unknown> => sql`
  exists (select from accounts a
    where a.client_id = ${clientId} and a.identity_oid = i.oid and ${condition})`;

export const IDENTITIES = {
  table: "identities",
  alias: "i",
  key: ["external_id"],
  scope: ({ clientId }) => [sql`i.client_id = ${clientId}`],
  filters: ({ clientId, orgOid, resourceId, show = "all", contains, searchesAttributes }) => [
    ...(orgOid ? [isMember(clientId, orgOid)] : []),
    ...(resourceId ? [hasAccount(clientId, sql`a.resource_id = ${resourceId}`)] : []),
    ...(show === "withAccounts" ? [hasAccount(clientId)] : []),
    ...(show === "withoutAccounts" ? [sql`not ${hasAccount(clientId)}`] : []),
    ...(show === "disabledAccounts" ? [hasAccount(clientId, sql`not a.active`)] : []),
    ...(show === "outsidePolicy" ? [sql`i.outside_count > 0`] : []),
    ...(show === "byHand" ? [sql`i.by_hand`] : []),
    ...(show === "ended" ? [sql`i.ended_at is not null`] : []),
    ...matchesIndexedName(
      searchesAttributes ? [sql`i.search_key`, sql`i.attribute_key`] : [sql`i.search_key`],
      contains,
    ),
  ],
  sorts: {
    externalId: [],
    name: BY_FULL_NAME,
    username: byName("username"),
    email: byName("email"),
    jobTitle: byName("job_title"),
    department: byName("department"),
    location: byName("location"),
  },
  defaultOrder: PERSON_ORDER,
  items: ({ clientId }) => sql`
    select p.position, i.oid, i.external_id as "externalId", i.username,
      i.given_name as "givenName", i.family_name as "familyName", i.email,
      i.job_title as "jobTitle", i.department, i.location,
      i.by_hand as "isByHand", ${iso("i.ended_at")} as "endedAt",
      (select count(*) from accounts a
        where a.client_id = ${clientId} and a.identity_oid = i.oid) as "accountCount"
    from page p
    join identities i on i.client_id = ${clientId} and i.external_id = p.external_id`,
  total: async (db, { clientId }) => (await loadStoredCounts(db, clientId)).identities,
  maxCounted: ({ contains }) => (normalizeForFilter(contains ?? "") === "" ? null : MAX_COUNTED),
} satisfies List<IdentitySelection, Identity, string>;

/** Condition on an identity `i`: a member of the org or of one below it. */
export function isMember(clientId: string, orgOid: string): RawBuilder<unknown> {
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

interface ResourceSelection {
  readonly clientId: string;
  /** Ids of the selectable resources; null for all. */
  readonly among: readonly string[] | null;
  readonly contains?: string | undefined;
}

const RESOURCES: List<ResourceSelection, Resource, "name"> = {
  table: "resources",
  alias: "r",
  key: ["name"],
  scope: ({ clientId }) => [sql`r.client_id = ${clientId}`],
  filters: ({ among, contains }) => [
    ...(among === null ? [] : [sql`r.id = any(${toUuids(among)})`]),
    ...matchesText(sql`r.search_key`, contains),
  ],
  sorts: { name: [{ by: sql`sort_key(r.name) collate "C"` }] },
  defaultOrder: { field: "name", direction: "asc" },
  items: ({ clientId }) => sql`
    select p.position, r.id, r.name, r.account_count as "accountCount",
      r.entitlement_count as "entitlementCount"
    from page p join resources r on r.client_id = ${clientId} and r.name = p.name`,
  total: async (db, { clientId }) => (await loadStoredCounts(db, clientId)).resources,
};

export function listResources(
  db: Kysely<Database>,
  selection: ResourceSelection,
  paging: PagingInput,
) {
  return readList(db, RESOURCES, selection, paging);
}

export async function findResource(
  db: Kysely<Database>,
  clientId: string,
  id: string,
): Promise<Resource | undefined> {
  return db
    .selectFrom("resources")
    .select(["id", "name"])
    .select(["account_count as accountCount", "entitlement_count as entitlementCount"])
    .where("client_id", "=", clientId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export interface EntitlementSelection {
  readonly clientId: string;
  readonly resourceId?: string | undefined;
  /** Part of the name of the entitlement. */
  readonly contains?: string | undefined;
}

export const ENTITLEMENTS = {
  table: "entitlements",
  alias: "e",
  key: ["id"],
  scope: ({ clientId, resourceId }) => [
    sql`e.client_id = ${clientId}`,
    ...(resourceId ? [sql`e.resource_id = ${resourceId}`] : []),
  ],
  filters: ({ contains }) => matchesText(sql`e.search_key`, contains),
  sorts: { name: [{ by: sql`e.search_key` }, { by: sql`e.name` }] },
  defaultOrder: { field: "name", direction: "asc" },
  items: ({ clientId }) => sql`
    select p.position, e.role_oid as "roleOid", e.name, e.resource_id as "resourceId",
      r.name as "resourceName"
    from page p
    join entitlements e on e.client_id = ${clientId} and e.id = p.id
    join resources r on r.client_id = ${clientId} and r.id = e.resource_id`,
} satisfies List<EntitlementSelection, Entitlement, "name">;

export function listEntitlements(
  db: Kysely<Database>,
  selection: EntitlementSelection,
  paging: PagingInput,
) {
  return readList<EntitlementSelection, Entitlement, "name">(db, ENTITLEMENTS, selection, paging);
}

/** Counts again, in the transaction that changes orgs, memberships, resources, accounts or entitlements. */
export async function storeCounts(tx: Kysely<Database>, clientId: string): Promise<void> {
  await sql`select count_directory(${clientId})`.execute(tx);
  await noteMemberships(tx, clientId);
}

const EMPTY_COUNTS = {
  identities: 0,
  resources: 0,
  entitlements: 0,
  accounts: 0,
  unlinkedAccounts: 0,
  assignments: 0,
};
const NO_ORGS = { "job-titles": 0, departments: 0, locations: 0 };

/** The client's directory counts after its last import. */
async function loadStoredCounts(
  db: Kysely<Database>,
  clientId: string,
): Promise<typeof EMPTY_COUNTS> {
  const stored = await db
    .selectFrom("directory_counts")
    .select(["identities", "resources", "entitlements", "accounts", "assignments"])
    .select("unlinked_accounts as unlinkedAccounts")
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  return stored ?? EMPTY_COUNTS;
}

/** The client's directory counts after its last import, with the current counts of its orgs. */
export async function loadCounts(db: Kysely<Database>, clientId: string): Promise<ClientCounts> {
  const stored = await loadStoredCounts(db, clientId);
  // Roots are not counted, because they represent the whole directory.
  const { rows } = await sql<{
    type: keyof ClientCounts["orgs"];
    all: number;
    present: number;
    peopled: number;
    missing: number;
  }>`
    select o.type, count(*) as all, count(*) filter (where ${POLICY_CONDITIONS.present}) as present,
      count(*) filter (where o.member_count > 0) as peopled,
      count(*) filter (where ${POLICY_CONDITIONS.missing}) as missing
    from orgs o where o.client_id = ${clientId} and o.parent_oid is not null group by o.type
  `.execute(db);
  const orgs = { ...NO_ORGS };
  const orgsWithPolicy = { ...NO_ORGS };
  let orgsWithMembers = 0;
  let orgsWithoutPolicy = 0;
  for (const { type, all, present, peopled, missing } of rows) {
    orgs[type] = all;
    orgsWithPolicy[type] = present;
    orgsWithMembers += peopled;
    orgsWithoutPolicy += missing;
  }
  return { ...stored, orgs, orgsWithPolicy, orgsWithMembers, orgsWithoutPolicy };
}

/** Of the client's directory the resources with these ids, and nothing else. */
export async function countOwn(
  db: Kysely<Database>,
  clientId: string,
  resourceIds: readonly string[],
): Promise<ClientCounts> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from resources
    where client_id = ${clientId} and id = any(${toUuids(resourceIds)})
  `.execute(db);
  return {
    ...EMPTY_COUNTS,
    resources: rows[0]?.count ?? 0,
    orgs: NO_ORGS,
    orgsWithPolicy: NO_ORGS,
    orgsWithMembers: 0,
    orgsWithoutPolicy: 0,
  };
}
