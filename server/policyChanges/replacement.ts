/** Plans that entitlements leave the directory, and that another one may replace them. */
import type { Kysely } from "kysely";
import type { Source } from "../access/effect.ts";
import type { VersionedGraph } from "../access/loadGraph.ts";
import type { Database } from "../db/schema.ts";
import { MAX_RECORDED, nullIfMembershipsChanged, type RecordingContext } from "./changedPeople.ts";
import { NO_NODES, nodesByRole, readBundles, readGrants } from "./computeEffect.ts";
import { planOfGrants, type Plan } from "./plan.ts";

export interface Replacement {
  /** Role oids of the entitlements that leave. */
  readonly gone: readonly string[];
  /** Role oid of the entitlement that policies and access roles grant instead; null: none. */
  readonly kept: string | null;
}

/**
 * Finds the people who gain and lose entitlements, for the history, before the entitlements leave. People who had a replaced
 * entitlement by a policy or an access role have the kept one afterwards.
 *
 * @returns null if there are too many to record
 */
export async function planReplacement(
  tx: Kysely<Database>,
  { app, client, at }: RecordingContext,
  replacement: Replacement,
): Promise<Plan | null> {
  if (replacement.gone.length > MAX_RECORDED) return null;
  return app.accessGraphs
    .use(tx, client.id, at, (graph) => planGone(tx, client.id, at, graph, replacement))
    .catch(nullIfMembershipsChanged);
}

async function planGone(
  db: Kysely<Database>,
  clientId: string,
  at: Date,
  versioned: VersionedGraph,
  { gone, kept }: Replacement,
): Promise<Plan> {
  const { entitlements, holdersOf, accessRoles } = await readBundles(db, { clientId }, [
    ...gone,
    ...(kept === null ? [] : [kept]),
  ]);
  const grants = await readGrants(db, { clientId, at }, [...entitlements, ...accessRoles]);
  const nodesOf = nodesByRole(versioned.graph, grants);
  const granting = entitlements.map((entitlement) =>
    toNodes([entitlement, ...(holdersOf.get(entitlement) ?? [])].map(nodesOf)),
  );
  const all = kept === null ? NO_NODES : toNodes(granting);
  const sources = entitlements.map((entitlement, index): readonly Source[] => [
    { nodes: granting[index] ?? NO_NODES, change: entitlement === kept ? all : NO_NODES },
  ]);
  const basis = [entitlements, all, ...granting];
  return planOfGrants({ clientId, at }, versioned, { entitlements, sources }, basis);
}

/** The nodes of all lists, each once, ascending. */
function toNodes(lists: readonly Iterable<number>[]): Int32Array {
  const nodes = new Set<number>();
  for (const list of lists) for (const node of list) nodes.add(node);
  return Int32Array.from(nodes).toSorted();
}
