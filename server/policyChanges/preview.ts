/** Describes a planned change with the names of its orgs and entitlements. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type {
  EntitlementEffect,
  OrgEffect,
  PolicyChangePreview,
} from "#events/entities/policyChange.ts";
import { countByOrg, countPeople } from "../access/effect.ts";
import type { Database } from "../db/schema.ts";
import { toUuids } from "../lists/sqlText.ts";
import { sumGrants, type Plan } from "./plan.ts";
import { nameRoles } from "./roleNames.ts";

/** Maximum orgs and maximum entitlements in a preview. */
const MAX_ROWS = 200;

export async function describePlan(db: Kysely<Database>, plan: Plan): Promise<PolicyChangePreview> {
  const { graph, targets, added, removed, periods, effect, entitlements } = plan;
  const { gaining, losing } = countByOrg(graph, effect);
  const orgs = [...targets]
    .map((org) => ({
      oid: graph.oids[org] ?? "",
      added: added[org] ?? 0,
      removed: removed[org] ?? 0,
      periods: periods?.[org] ?? 0,
      gaining: gaining[org] ?? 0,
      losing: losing[org] ?? 0,
    }))
    .filter((row) => row.added + row.removed + row.periods > 0);
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
    orgs: { chosen: targets.length, changed: orgs.length },
    ...sumGrants(plan),
    people: countPeople(graph, effect),
    orgEffects: await nameOrgs(
      db,
      plan,
      mostAffected(orgs, ({ oid }) => oid),
    ),
    entitlementEffects: await nameEntitlements(
      db,
      plan.scope.clientId,
      mostAffected(affected, ({ roleOid }) => roleOid),
    ),
    affectedEntitlements: affected.length,
  };
}

/** The first rows by the number of people who gain or lose; ties are ordered by id. */
export function mostAffected<Row extends { readonly gaining: number; readonly losing: number }>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
): Row[] {
  return rows
    .toSorted(
      (a, b) => b.gaining + b.losing - (a.gaining + a.losing) || (idOf(a) < idOf(b) ? -1 : 1),
    )
    .slice(0, MAX_ROWS);
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

export async function nameEntitlements(
  db: Kysely<Database>,
  clientId: string,
  rows: readonly Omit<EntitlementEffect, "name" | "resourceName">[],
): Promise<EntitlementEffect[]> {
  const names = await nameRoles(
    db,
    clientId,
    rows.map(({ roleOid }) => roleOid),
  );
  const known = new Map(names.map((row) => [row.roleOid, row]));
  return rows.map((row) => ({
    ...row,
    name: known.get(row.roleOid)?.name ?? row.roleOid,
    resourceName: known.get(row.roleOid)?.resourceName ?? "",
  }));
}
