/** What people gain and lose when the entitlements of an access role change. */
import { sql, type Kysely } from "kysely";
import type { RoleEffect } from "#events/entities/accessRole.ts";
import { compareAccess, countPeople, type Source } from "../access/effect.ts";
import { validAt, type VersionedGraph } from "../access/loadGraph.ts";
import type { Database } from "../db/schema.ts";
import { readBundles, readGrants } from "../policyChanges/computeEffect.ts";
import { mostAffected, nameEntitlements } from "../policyChanges/preview.ts";
import type { RolePlace } from "./people.ts";

/** Maximum orgs in an effect. */
const MAX_ORGS = 50;
const NO_NODES = new Int32Array();

export interface ContentChange {
  /** Oids of the entitlements that the role grants before the change; none for an archived role. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * Computes the effect on all people. An entitlement of a changed role stays with the people to whom a policy or another
 * role grants it.
 */
export async function roleEffect(
  db: Kysely<Database>,
  { clientId, roleOid, at }: RolePlace & { readonly roleOid: string },
  { graph }: VersionedGraph,
  { before, after }: ContentChange,
): Promise<RoleEffect> {
  const [had, has] = [new Set(before), new Set(after)];
  const changed = [...new Set([...before, ...after])].filter(
    (oid) => had.has(oid) !== has.has(oid),
  );
  const bundles = await readBundles(db, { clientId }, changed);
  const grants = await readGrants(db, { clientId, at }, [
    ...new Set([roleOid, ...bundles.entitlements, ...bundles.accessRoles]),
  ]);
  const nodesOf = (role: string): Int32Array => {
    const personal = graph.indexOf.get(role);
    const orgs = grants.get(role) ?? NO_NODES;
    return personal === undefined ? orgs : Int32Array.from([...orgs, personal]);
  };
  const own = nodesOf(roleOid);
  const sources = bundles.entitlements.map((entitlement): readonly Source[] => [
    ...[entitlement, ...(bundles.holdersOf.get(entitlement) ?? [])]
      .filter((role) => role !== roleOid)
      .map((role) => ({ nodes: nodesOf(role), change: "none" as const })),
    {
      nodes: had.has(entitlement) ? own : NO_NODES,
      change: has.has(entitlement) ? own : NO_NODES,
    },
  ]);
  const effect = compareAccess(graph, sources, NO_NODES);
  const affected = bundles.entitlements
    .map((oid, index) => ({
      roleOid: oid,
      gaining: effect.gainers[index] ?? 0,
      losing: effect.losers[index] ?? 0,
    }))
    .filter(({ gaining, losing }) => gaining + losing > 0);
  const { gaining, losing } = countPeople(graph, effect);
  return {
    ...(await readReach(db, { clientId, roleOid, at })),
    people: { gaining, losing },
    entitlements: await nameEntitlements(
      db,
      clientId,
      mostAffected(affected, (row) => row.roleOid),
    ),
    affectedEntitlements: affected.length,
  };
}

type Reach = Pick<RoleEffect, "orgs" | "orgCount" | "assignedCount">;

/** The orgs that induce the role, and the number of people to whom it is assigned. */
async function readReach(
  db: Kysely<Database>,
  { clientId, roleOid, at }: RolePlace,
): Promise<Reach> {
  const { rows } = await sql<Reach>`
    with inducing as (
      select o.oid, o.display_name, o.type, o.sort_key from inducements n
      join orgs o on o.client_id = n.client_id and o.oid = n.org_oid
      where n.client_id = ${clientId} and n.role_oid = ${roleOid} and ${validAt("n", at)}
    )
    select
      coalesce((
        select jsonb_agg(
          jsonb_build_object('oid', f.oid, 'displayName', f.display_name, 'orgType', f.type)
          order by f.sort_key, f.oid)
        from (select * from inducing order by sort_key, oid limit ${MAX_ORGS}) f
      ), '[]'::jsonb) as orgs,
      (select count(*) from inducing) as "orgCount",
      (select count(*) from access_role_assignments d where d.client_id = ${clientId}
        and d.access_role_oid = ${roleOid} and ${validAt("d", at)}) as "assignedCount"
  `.execute(db);
  const [reach] = rows;
  if (!reach) throw new Error("A count has no row");
  return reach;
}
