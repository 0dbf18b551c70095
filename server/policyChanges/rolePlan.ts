/** Plans a change of the entitlements of an access role. No policy changes. */
import type { Kysely } from "kysely";
import type { Source } from "../access/effect.ts";
import type { VersionedGraph } from "../access/loadGraph.ts";
import type { Database } from "../db/schema.ts";
import { NO_NODES, nodesByRole, readBundles, readGrants } from "./computeEffect.ts";
import { planOfGrants, type Plan } from "./plan.ts";

interface RoleAt {
  readonly clientId: string;
  readonly roleOid: string;
  readonly at: Date;
}

/**
 * Plans that a role, which now grants its entitlements unless it is archived, grants others to the people who have it by
 * policies or assignments. An entitlement stays with the people to whom a policy or another role grants it.
 *
 * @param after role oids of the entitlements that the role grants then; none for a deleted or archived role
 */
export async function planRole(
  db: Kysely<Database>,
  { clientId, roleOid, at }: RoleAt,
  versioned: VersionedGraph,
  after: readonly string[],
): Promise<Plan> {
  const had = await grantedBy(db, clientId, roleOid);
  const has = new Set(after.map((oid) => oid.toLowerCase()));
  const changed = [...new Set([...had, ...has])].filter((oid) => had.has(oid) !== has.has(oid));
  const bundles = await readBundles(db, { clientId }, changed);
  const grants = await readGrants(db, { clientId, at }, [
    ...new Set([roleOid, ...bundles.entitlements, ...bundles.accessRoles]),
  ]);
  const nodesOf = nodesByRole(versioned.graph, grants);
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
  const { entitlements } = bundles;
  const nodes = sources.flat().flatMap((source) => [source.nodes, source.change]);
  const basis = [roleOid, entitlements, ...nodes];
  return planOfGrants({ clientId, at }, versioned, { entitlements, sources }, basis);
}

async function grantedBy(
  db: Kysely<Database>,
  clientId: string,
  roleOid: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom("access_role_entitlements as c")
    .innerJoin("access_roles as r", (join) =>
      join.onRef("r.client_id", "=", "c.client_id").onRef("r.oid", "=", "c.access_role_oid"),
    )
    .select("c.role_oid")
    .where("c.client_id", "=", clientId)
    .where("c.access_role_oid", "=", roleOid)
    .where("r.archived_at", "is", null)
    .execute();
  return new Set(rows.map(({ role_oid }) => role_oid));
}
