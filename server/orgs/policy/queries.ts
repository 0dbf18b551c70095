/** Queries of an org's policy: counts, pages and role oids. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Inducement, PolicyCounts, PolicyPart } from "#events/entities/org.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { compareNamed } from "#events/rules/nameOrder.ts";
import { validAt } from "../../access/periods.ts";
import type { Database } from "../../db/schema.ts";
import { findRange, type Found, type List, type Range } from "../../lists/list.ts";
import { containing, iso, matchesText, toUuids } from "../../lists/sqlText.ts";
import { batchesOf, type PackedOids } from "./preparedChange.ts";

/** An org's policy, optionally only the part of some resources. */
export interface PolicyScope {
  readonly clientId: string;
  readonly orgOid: string;
  /** Null: all resources, and entitlements without a resource. */
  readonly resourceIds: readonly string[] | null;
}

/** The part of a policy that a search selects. */
export interface PolicySelection extends PolicyScope {
  /** Text that the name of an entitlement or of its resource contains. */
  readonly contains?: string | undefined;
}

/** Whether an entitlement `e` belongs to the resources of the scope. */
export function isOfResources({
  resourceIds,
}: Pick<PolicyScope, "resourceIds">): RawBuilder<boolean> {
  return resourceIds === null ? sql`true` : sql`e.resource_id = any(${toUuids(resourceIds)})`;
}

/** Whether an inducement belongs to the resources of the scope. */
export function isInScope(scope: PolicyScope): RawBuilder<boolean> {
  if (scope.resourceIds === null) return sql`true`;
  return sql`exists (
    select from entitlements e
    where e.client_id = inducements.client_id and e.role_oid = inducements.role_oid
      and ${isOfResources(scope)})`;
}

/** Condition on an inducement `i`: it is no access role, which is listed apart. */
export const isOfEntitlement = sql`not exists (
  select from access_roles bundle
  where bundle.client_id = i.client_id and bundle.oid = i.role_oid)`;

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The client's resources with those ids, in list order. */
async function loadNamed(
  db: Kysely<Database>,
  { clientId, resourceIds }: PolicySelection,
): Promise<readonly Named[]> {
  const ofClient = db
    .selectFrom("resources")
    .select(["id", "name"])
    .where("client_id", "=", clientId);
  const chosen =
    resourceIds === null
      ? ofClient
      : ofClient.where(sql<boolean>`id = any(${toUuids(resourceIds)})`);
  return (await chosen.execute()).toSorted(compareNamed);
}

/** The entitlement `e` of an inducement `i`, and its position among the resources `t`; null without a resource. */
function joined({ resourceIds, resources }: ResolvedSelection): RawBuilder<unknown> {
  const ordered = toUuids(resources.map(({ id }) => id));
  // For few resources, starts from their entitlements instead of the whole policy.
  const join = sql.raw(resourceIds === null ? "left join" : "join");
  return sql`
    ${join} entitlements e on e.client_id = i.client_id and e.role_oid = i.role_oid
      ${resourceIds === null ? sql`` : sql`and e.resource_id = any(${ordered})`}
    ${join} unnest(${ordered}) with ordinality as t (id, place) on t.id = e.resource_id`;
}

/** Whether the text selects an inducement: the name of its entitlement or resource contains it. */
function matches({ clientId, contains }: PolicySelection): RawBuilder<unknown> {
  const wanted = normalizeForFilter(contains ?? "");
  if (wanted === "") return sql`true`;
  return sql`(coalesce(e.search_key, i.role_oid::text) like ${containing(wanted)}
    or coalesce(e.resource_id in (
      select id from resources where client_id = ${clientId} and strpos(search_key, ${wanted}) > 0
    ), false))`;
}

export async function countPolicy(
  db: Kysely<Database>,
  selection: PolicySelection,
): Promise<PolicyCounts> {
  const resources = await loadNamed(db, selection);
  const { rows } = await sql<{ id: string | null; total: number; shown: number }>`
    select e.resource_id as id, count(*) as total,
      count(*) filter (where ${matches(selection)}) as shown
    from inducements i ${joined({ ...selection, resources })}
    where i.client_id = ${selection.clientId} and i.org_oid = ${selection.orgOid}
      and ${isOfEntitlement}
    group by e.resource_id
  `.execute(db);
  const counted = new Map(rows.map((row) => [row.id, row]));
  const parts = [...resources, { id: null, name: "" }].map(({ id, name }): PolicyPart => {
    return { resourceId: id, resourceName: name, count: counted.get(id)?.shown ?? 0 };
  });
  return {
    total: rows.reduce((sum, { total }) => sum + total, 0),
    shown: rows.reduce((sum, { shown }) => sum + shown, 0),
    parts: parts.filter(({ count }) => count > 0),
  };
}

type ResolvedSelection = PolicySelection & { readonly resources: readonly Named[] };

/** The resource of an inducement's entitlement; null for access roles, and for entitlements that have left the directory. */
export const RESOURCE_ID = sql<string | null>`(
  select e.resource_id from entitlements e
  where e.client_id = inducements.client_id and e.role_oid = inducements.role_oid)`.as(
  "resource_id",
);

/** The period of an inducement `i`. */
export const PERIOD_COLUMNS = sql`${iso("i.valid_from")} as "validFrom", ${iso("i.valid_until")} as "validUntil"`;

/** By resource, then by normalized name; entitlements that have left the directory come last. */
const POLICY: List<ResolvedSelection, Inducement, "place"> = {
  table: "inducements",
  alias: "i",
  joins: joined,
  key: ["role_oid"],
  scope: ({ clientId, orgOid }) => [
    sql`i.client_id = ${clientId}`,
    sql`i.org_oid = ${orgOid}`,
    isOfEntitlement,
  ],
  filters: (selection) => (selection.contains === undefined ? [] : [matches(selection)]),
  sorts: { place: [{ by: sql`t.place` }, { by: sql`e.search_key` }, { by: sql`e.name` }] },
  defaultOrder: { field: "place", direction: "asc" },
  items: ({ clientId, orgOid }) => sql`
    select p.position, i.id, i.role_oid as "roleOid",
      coalesce(e.name, i.role_oid::text) as name, coalesce(r.name, '') as "resourceName",
      ${PERIOD_COLUMNS}
    from page p
    join inducements i on i.client_id = ${clientId} and i.org_oid = ${orgOid}
      and i.role_oid = p.role_oid
    left join entitlements e on e.client_id = ${clientId} and e.role_oid = p.role_oid
    left join resources r on r.client_id = ${clientId} and r.id = e.resource_id`,
};

/** Some entitlements of the policy, and the total number. */
export async function listPolicy(
  db: Kysely<Database>,
  selection: PolicySelection,
  range: Range,
): Promise<Found<Inducement>> {
  const resources = await loadNamed(db, selection);
  return findRange(db, POLICY, { ...selection, resources }, range);
}

type LostSelection = Omit<PolicySelection, "resourceIds">;

/** Entitlements that have left the directory, by role oid. */
const LOST: List<LostSelection, Inducement, "roleOid"> = {
  table: "inducements",
  alias: "i",
  key: ["role_oid"],
  scope: ({ clientId, orgOid }) => [
    sql`i.client_id = ${clientId}`,
    sql`i.org_oid = ${orgOid}`,
    sql`not exists (
      select from entitlements e where e.client_id = i.client_id and e.role_oid = i.role_oid)`,
    isOfEntitlement,
  ],
  filters: ({ contains }) => matchesText(sql`i.role_oid::text`, contains),
  sorts: { roleOid: [] },
  defaultOrder: { field: "roleOid", direction: "asc" },
  items: ({ clientId, orgOid }) => sql`
    select p.position, i.id, i.role_oid as "roleOid", i.role_oid::text as name,
      '' as "resourceName", ${PERIOD_COLUMNS}
    from page p
    join inducements i on i.client_id = ${clientId} and i.org_oid = ${orgOid}
      and i.role_oid = p.role_oid`,
};

export function listLost(
  db: Kysely<Database>,
  selection: LostSelection,
  range: Range,
): Promise<Found<Inducement>> {
  return findRange(db, LOST, selection, range);
}

/** Roles per batch: 780 KB of text. */
const ROLES_AT_ONCE = 20_000;

/**
 * Role oids, ascending, as texts of JSON lists without their brackets; none if there are no roles. They may contain only
 * part of a concurrent change.
 *
 * @param roles selects distinct `role_oid`
 */
export async function* roleOidBatches(
  db: Kysely<Database>,
  roles: RawBuilder<unknown>,
): AsyncGenerator<string, void> {
  let last: string | null = null;
  for (;;) {
    const after: RawBuilder<unknown> = last === null ? sql`` : sql`where role_oid > ${last}::uuid`;
    const { rows } = await sql<{ text: string | null; count: number }>`
      select string_agg('"' || role_oid || '"', ',' order by role_oid) as text, count(*) as count
      from (
        select role_oid from (${roles}) granted ${after}
        order by role_oid limit ${ROLES_AT_ONCE}
      ) batch
    `.execute(db);
    const { text = null, count = 0 } = rows[0] ?? {};
    if (text === null) break;
    yield text;
    if (count < ROLES_AT_ONCE) break;
    last = text.slice(-37, -1);
  }
}

/** The oids of the roles that the policy grants at an instant, ascending, as chunks of one JSON list. */
export async function* policyRolesAsJson(
  db: Kysely<Database>,
  scope: PolicyScope,
  at: Date,
): AsyncGenerator<string, void> {
  const { clientId, orgOid } = scope;
  const roles = sql`
    select role_oid from inducements
    where client_id = ${clientId} and org_oid = ${orgOid} and ${isInScope(scope)}
      and ${validAt("inducements", at)}`;
  let before = "[";
  for await (const batch of roleOidBatches(db, roles)) {
    yield before + batch;
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}

/** The first of `roleOids` that no entitlement of those resources has, and which of them it is; or null. */
export async function findUnknownRole(
  db: Kysely<Database>,
  scope: PolicyScope,
  roleOids: PackedOids,
): Promise<{ readonly oid: string; readonly at: number } | null> {
  for (const { first, oids } of batchesOf(roleOids)) {
    const { rows } = await sql<{ oid: string; position: number }>`
      select t.oid, t.position from unnest(${toUuids(oids)}) with ordinality as t (oid, position)
      where not exists (
        select from entitlements e
        where e.client_id = ${scope.clientId} and e.role_oid = t.oid and ${isOfResources(scope)}
      )
      order by t.position limit 1
    `.execute(db);
    if (rows[0]) return { oid: rows[0].oid, at: first + rows[0].position - 1 };
  }
  return null;
}

/** Locks the org's policy until the transaction ends. */
export async function lockOrg(
  tx: Kysely<Database>,
  clientId: string,
  oid: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom("orgs")
    .select("oid")
    .where("client_id", "=", clientId)
    .where("oid", "=", oid)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function countInducements(
  tx: Kysely<Database>,
  clientId: string,
  orgOid: string,
): Promise<number> {
  const { count } = await tx
    .selectFrom("inducements")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("client_id", "=", clientId)
    .where("org_oid", "=", orgOid)
    .executeTakeFirstOrThrow();
  return count;
}
