/** The history of policies, and the effect of a planned change with its names. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type {
  EntitlementEffect,
  Grant,
  OrgEffect,
  PolicyChange,
  PolicyChangeDetail,
  PolicyChangePreview,
} from "#events/entities/policyChange.ts";
import type { OrgType } from "#events/entities/orgTypes.ts";
import { countByOrg, countPeople } from "../access/effect.ts";
import { validAt } from "../access/loadGraph.ts";
import type { Database } from "../db/schema.ts";
import { readList, type List } from "../lists/list.ts";
import type { PagingInput } from "../lists/paging.ts";
import { matchesText, toUuids } from "../lists/sqlText.ts";
import type { Plan } from "./plan.ts";

interface GrantSelection {
  readonly clientId: string;
  readonly at: Date;
  readonly orgType?: OrgType | undefined;
  /** Part of the name of an org. */
  readonly contains?: string | undefined;
}

export const GRANTS: List<GrantSelection, Grant, "org"> = {
  table: "inducements",
  alias: "i",
  joins: () => sql`
    join orgs o on o.client_id = i.client_id and o.oid = i.org_oid
    join entitlements e on e.client_id = i.client_id and e.role_oid = i.role_oid`,
  key: ["org_oid", "role_oid"],
  scope: ({ clientId, at, orgType }) => [
    sql`i.client_id = ${clientId}`,
    sql`(${validAt("i", at)})`,
    ...(orgType ? [sql`o.type = ${orgType}`] : []),
  ],
  filters: ({ contains }) => matchesText(sql`o.search_key`, contains),
  sorts: { org: [{ by: sql`o.search_key` }] },
  defaultOrder: { field: "org", direction: "asc" },
  items: ({ clientId }) => sql`
    select p.position, p.org_oid as "orgOid", o.type as "orgType", o.display_name as "orgName",
      p.role_oid as "roleOid", e.name, r.name as "resourceName"
    from page p
    join orgs o on o.client_id = ${clientId} and o.oid = p.org_oid
    join entitlements e on e.client_id = ${clientId} and e.role_oid = p.role_oid
    join resources r on r.client_id = ${clientId} and r.id = e.resource_id`,
};

interface ChangeRow extends Omit<PolicyChange, "at"> {
  readonly at: Date;
}

const COLUMNS = sql`
  h.id, h.at, h.actor, h.kind, h.threshold, h.resource_id as "resourceId",
  h.org_count as "orgCount", h.undoes, h.undone_by as "undoneBy"`;

interface ChangeSelection {
  readonly clientId: string;
  readonly orgOid: string;
}

const CHANGES: List<{ readonly clientId: string }, ChangeRow, "at"> = {
  table: "policy_changes",
  alias: "h",
  key: ["id"],
  scope: ({ clientId }) => [sql`h.client_id = ${clientId}`],
  sorts: { at: [{ by: sql`h.at` }] },
  defaultOrder: { field: "at", direction: "desc" },
  items: ({ clientId }) => sql`
    select p.position, ${COLUMNS}, h.added_count as added, h.removed_count as removed
    from page p join policy_changes h on h.client_id = ${clientId} and h.id = p.id`,
};

const CHANGES_OF_ORG: List<ChangeSelection, ChangeRow, "at"> = {
  table: "policy_change_orgs",
  alias: "c",
  joins: () => sql`join policy_changes h on h.client_id = c.client_id and h.id = c.change_id`,
  key: ["change_id"],
  scope: ({ clientId, orgOid }) => [sql`c.client_id = ${clientId}`, sql`c.org_oid = ${orgOid}`],
  sorts: { at: [{ by: sql`h.at` }] },
  defaultOrder: { field: "at", direction: "desc" },
  items: ({ clientId, orgOid }) => sql`
    select p.position, ${COLUMNS}, cardinality(c.added) as added, cardinality(c.removed) as removed
    from page p
    join policy_changes h on h.client_id = ${clientId} and h.id = p.change_id
    join policy_change_orgs c
      on c.client_id = ${clientId} and c.change_id = p.change_id and c.org_oid = ${orgOid}`,
};

/** A page of changes, newest first. */
export async function listChanges(
  db: Kysely<Database>,
  clientId: string,
  orgOid: string | undefined,
  paging: PagingInput,
) {
  const { items, page } = orgOid
    ? await readList(db, CHANGES_OF_ORG, { clientId, orgOid }, paging)
    : await readList(db, CHANGES, { clientId }, paging);
  return { changes: items.map(toChange), page };
}

export async function findChange(
  db: Kysely<Database>,
  clientId: string,
  id: string,
): Promise<PolicyChange | null> {
  const { rows } = await sql<ChangeRow>`
    select ${COLUMNS}, h.added_count as added, h.removed_count as removed
    from policy_changes h where h.client_id = ${clientId} and h.id = ${id}
  `.execute(db);
  return rows[0] ? toChange(rows[0]) : null;
}

function toChange({ at, ...row }: ChangeRow): PolicyChange {
  return { ...row, at: at.toISOString() };
}

/** Names that are shown of one org and kind. */
const MAX_NAMES = 200;

interface DetailSelection {
  readonly clientId: string;
  readonly changeId: string;
  readonly orgOid?: string | undefined;
}

const namesOf = (clientId: string, column: "added" | "removed") => sql`array(
  select coalesce(e.name, r.name, t.oid::text)
  from unnest((c.${sql.ref(column)})[1:${sql.lit(MAX_NAMES)}]) as t (oid)
  left join entitlements e on e.client_id = ${clientId} and e.role_oid = t.oid
  left join access_roles r on r.client_id = ${clientId} and r.oid = t.oid
  order by 1)`;

interface DetailRow extends Omit<PolicyChangeDetail, "org"> {
  readonly oid: string;
  readonly displayName: string;
}

const DETAILS: List<DetailSelection, DetailRow, "org"> = {
  table: "policy_change_orgs",
  alias: "c",
  key: ["org_oid"],
  scope: ({ clientId, changeId, orgOid }) => [
    sql`c.client_id = ${clientId}`,
    sql`c.change_id = ${changeId}`,
    ...(orgOid ? [sql`c.org_oid = ${orgOid}`] : []),
  ],
  sorts: { org: [] },
  defaultOrder: { field: "org", direction: "asc" },
  items: ({ clientId, changeId }) => sql`
    select p.position, c.org_oid as oid, coalesce(o.display_name, c.org_oid::text) as "displayName",
      ${namesOf(clientId, "added")} as added, ${namesOf(clientId, "removed")} as removed,
      cardinality(c.added) as "addedCount", cardinality(c.removed) as "removedCount"
    from page p
    join policy_change_orgs c
      on c.client_id = ${clientId} and c.change_id = ${changeId} and c.org_oid = p.org_oid
    left join orgs o on o.client_id = ${clientId} and o.oid = c.org_oid`,
};

/** What a change did, org by org. */
export async function listDetails(
  db: Kysely<Database>,
  selection: DetailSelection,
  paging: PagingInput,
) {
  const { items, page } = await readList(db, DETAILS, selection, paging);
  const details = items.map(({ oid, displayName, ...detail }): PolicyChangeDetail => ({
    org: { oid, displayName },
    ...detail,
  }));
  return { details, page };
}

export function sumCounts(counts: Int32Array): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Rows of orgs and of entitlements that a preview shows. */
const MAX_ROWS = 200;

/** What a plan would do, with names. */
export async function describePlan(db: Kysely<Database>, plan: Plan): Promise<PolicyChangePreview> {
  const { graph, targets, added, removed, effect, entitlements } = plan;
  const { gaining, losing } = countByOrg(graph, effect);
  const changed = [...targets].filter((org) => (added[org] ?? 0) + (removed[org] ?? 0) > 0);
  const affected = entitlements
    .map((roleOid, index) => ({
      roleOid,
      gaining: effect.gainers[index] ?? 0,
      losing: effect.losers[index] ?? 0,
    }))
    .filter((row) => row.gaining + row.losing > 0);
  return {
    changeId: randomUUID(),
    fingerprint: plan.fingerprint,
    orgs: { chosen: targets.length, changed: changed.length },
    added: sumCounts(added),
    removed: sumCounts(removed),
    people: countPeople(graph, effect),
    orgEffects: await nameOrgs(
      db,
      plan,
      changed
        .map((org) => ({
          oid: graph.oids[org] ?? "",
          added: added[org] ?? 0,
          removed: removed[org] ?? 0,
          gaining: gaining[org] ?? 0,
          losing: losing[org] ?? 0,
        }))
        .toSorted(
          (a, b) => b.gaining + b.losing - (a.gaining + a.losing) || (a.oid < b.oid ? -1 : 1),
        )
        .slice(0, MAX_ROWS),
    ),
    entitlementEffects: await nameEntitlements(
      db,
      plan,
      affected
        .toSorted(
          (a, b) =>
            b.gaining + b.losing - (a.gaining + a.losing) || (a.roleOid < b.roleOid ? -1 : 1),
        )
        .slice(0, MAX_ROWS),
    ),
    affectedEntitlements: affected.length,
  };
}

async function nameOrgs(
  db: Kysely<Database>,
  { scope }: Plan,
  rows: readonly Omit<OrgEffect, "displayName">[],
): Promise<OrgEffect[]> {
  const { rows: names } = await sql<{ oid: string; name: string }>`
    select oid, display_name as name from orgs
    where client_id = ${scope.clientId} and oid = any(${toUuids(rows.map(({ oid }) => oid))})
  `.execute(db);
  const nameOf = new Map(names.map(({ oid, name }) => [oid, name]));
  return rows.map((row) => ({ ...row, displayName: nameOf.get(row.oid) ?? row.oid }));
}

async function nameEntitlements(
  db: Kysely<Database>,
  { scope }: Plan,
  rows: readonly Omit<EntitlementEffect, "name" | "resourceName">[],
): Promise<EntitlementEffect[]> {
  const { rows: names } = await sql<{ oid: string; name: string; resource: string }>`
    select e.role_oid as oid, e.name, r.name as resource
    from entitlements e
    join resources r on r.client_id = e.client_id and r.id = e.resource_id
    where e.client_id = ${scope.clientId}
      and e.role_oid = any(${toUuids(rows.map(({ roleOid }) => roleOid))})
  `.execute(db);
  const known = new Map(names.map((row) => [row.oid, row]));
  return rows.map((row) => ({
    ...row,
    name: known.get(row.roleOid)?.name ?? row.roleOid,
    resourceName: known.get(row.roleOid)?.resource ?? "",
  }));
}
