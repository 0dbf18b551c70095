/** Reads the orgs and roles that a request chooses. */
import { sql, type Kysely } from "kysely";
import type { OrgChoice, RoleChoice } from "#events/entities/policyChange.ts";
import { message } from "#events/messages/message.ts";
import type { Database } from "../db/schema.ts";
import { ENTITLEMENTS } from "../directory/queries.ts";
import { matchesText, toUuids } from "../lists/sqlText.ts";
import { selectOrgOids } from "../orgs/queries.ts";
import { invalid } from "../plugins/errors.ts";
import { isRoleOf, type ChangeScope } from "./scope.ts";

/**
 * @returns the oids of the chosen orgs, distinct and ascending
 * @throws ApiError EINVALID that names the first unknown oid
 */
export async function chooseOrgs(
  db: Kysely<Database>,
  { clientId, rootOid }: ChangeScope,
  { all, oids: named, orgType, contains }: OrgChoice,
): Promise<readonly string[]> {
  const oids = named.map((oid) => oid.toLowerCase());
  const within = { clientId, filterType: "SUBTREE" as const, ...(rootOid && { oid: rootOid }) };
  if (all) {
    const left = new Set(oids);
    const found = await selectOrgOids(db, { ...within, orgType, contains });
    return found.filter((oid) => !left.has(oid));
  }
  const known = new Set(
    rootOid ? await selectOrgOids(db, within) : await existingOrgs(db, clientId, oids),
  );
  const unknown = oids.findIndex((oid) => !known.has(oid));
  if (unknown !== -1) {
    throw invalid(
      `/body/orgs/oids/${unknown}`,
      message("orgs.unknown", { id: oids[unknown] ?? "" }),
    );
  }
  return [...new Set(oids)].toSorted();
}

async function existingOrgs(db: Kysely<Database>, clientId: string, oids: readonly string[]) {
  const { rows } = await sql<{ oid: string }>`
    select oid from orgs where client_id = ${clientId} and oid = any(${toUuids(oids)})
  `.execute(db);
  return rows.map(({ oid }) => oid);
}

/**
 * @returns the oids of the chosen roles, distinct and ascending
 * @throws ApiError EINVALID that names the first oid that is no entitlement or access role of the scope
 */
export async function chooseRoles(
  db: Kysely<Database>,
  scope: ChangeScope,
  { all, oids: named, resourceId, contains, accessRoles }: RoleChoice,
): Promise<readonly string[]> {
  const oids = named.map((oid) => oid.toLowerCase());
  if (!all) {
    await requireKnown(db, scope, oids);
    return [...new Set(oids)].toSorted();
  }
  if (scope.resourceId !== null && resourceId && resourceId !== scope.resourceId) return [];
  const { clientId } = scope;
  if (accessRoles) {
    const filters = [
      sql`r.client_id = ${clientId} and r.archived_at is null`,
      ...(scope.resourceId === null ? [] : [isRoleOf(scope.resourceId)]),
      ...(resourceId ? [sql`r.resource_id = ${resourceId}`] : []),
      ...matchesText(sql`r.search_key`, contains).map(({ scanned }) => scanned),
    ];
    const found = await sql<{ oid: string }>`
      select r.oid from access_roles r
      where ${sql.join(filters, sql` and `)} and r.oid <> all(${toUuids(oids)}) order by oid
    `.execute(db);
    return found.rows.map(({ oid }) => oid);
  }
  const selection = { clientId, resourceId: scope.resourceId ?? resourceId, contains };
  const conditions = [
    ...ENTITLEMENTS.scope(selection),
    ...ENTITLEMENTS.filters(selection).map(({ scanned }) => scanned),
  ];
  const { rows } = await sql<{ oid: string }>`
    select e.role_oid as oid from entitlements e
    where ${sql.join(conditions, sql` and `)} and e.role_oid <> all(${toUuids(oids)})
    order by oid
  `.execute(db);
  return rows.map(({ oid }) => oid);
}

async function requireKnown(
  db: Kysely<Database>,
  { clientId, resourceId }: ChangeScope,
  roleOids: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ position: number }>`
    select t.position from unnest(${toUuids(roleOids)}) with ordinality as t (oid, position)
    where not exists (
      select from entitlements e where e.client_id = ${clientId} and e.role_oid = t.oid
        ${resourceId === null ? sql`` : sql`and e.resource_id = ${resourceId}`}
    ) and not exists (
      select from access_roles r where r.client_id = ${clientId} and r.oid = t.oid
        and r.archived_at is null ${resourceId === null ? sql`` : sql`and ${isRoleOf(resourceId)}`}
    )
    order by t.position limit 1
  `.execute(db);
  const [first] = rows;
  if (!first) return;
  const at = first.position - 1;
  throw invalid(
    `/body/roles/oids/${at}`,
    message("policies.unknownEntitlement", { id: roleOids[at] ?? "" }),
  );
}
