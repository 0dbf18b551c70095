/** Computes the effect of a change of policies on policies and people. */
import { sql, type Kysely } from "kysely";
import { compareAccess, type Effect, type Source } from "../access/effect.ts";
import type { AccessGraph } from "../access/graph.ts";
import { numberedOrgs, numbersIn } from "../access/loadGraph.ts";
import { validAt } from "../access/periods.ts";
import type { Database } from "../db/schema.ts";
import { toUuids } from "../lists/sqlText.ts";
import type { ChangeScope } from "./scope.ts";

/** Indexes of the orgs whose policies get a role and of those whose policies lose it. */
export interface OrgsOfRole {
  readonly add: readonly number[];
  readonly remove: readonly number[];
}

/** What a change does with a role: the same in all changed orgs, or something else in each. */
export type RoleChange = "add" | "remove" | OrgsOfRole;

export interface ComputedEffect {
  /** By node: the number of roles that its policy gets and loses. */
  readonly added: Int32Array;
  readonly removed: Int32Array;
  /** Role oids of the entitlements that people could gain or lose, ascending. */
  readonly entitlements: readonly string[];
  readonly effect: Effect;
  /** By entitlement, in their order. */
  readonly sources: readonly (readonly Source[])[];
  /** By the oid of each role that the change is about. */
  readonly touched: ReadonlyMap<string, Source>;
  /** Everything that the effect depends on, except the graph. */
  readonly basis: readonly unknown[];
}

/**
 * @param changes by role oid
 * @param targets indexes of the changed orgs
 */
export async function computeEffect(
  db: Kysely<Database>,
  scope: ChangeScope,
  graph: AccessGraph,
  changes: ReadonlyMap<string, RoleChange>,
  targets: Int32Array,
): Promise<ComputedEffect> {
  const touched = [...changes.keys()];
  const bundles = await readBundles(db, scope, touched);
  const granted = await readGrants(db, scope, [
    ...new Set([...touched, ...bundles.entitlements, ...bundles.accessRoles]),
  ]);
  const sourcesOf = new Map<string, Source>();
  const sourceOf = (roleOid: string): Source => {
    const known = sourcesOf.get(roleOid);
    if (known) return known;
    const nodes = granted.get(roleOid) ?? NO_NODES;
    const change = changes.get(roleOid) ?? "none";
    const source: Source = {
      nodes,
      change: typeof change === "string" ? change : afterwards(nodes, change),
    };
    sourcesOf.set(roleOid, source);
    return source;
  };
  const sources = bundles.entitlements.map((roleOid) => [
    sourceOf(roleOid),
    ...(bundles.holdersOf.get(roleOid) ?? []).flatMap((bundle) => {
      const node = graph.indexOf.get(bundle);
      const personal =
        node === undefined ? [] : [{ nodes: Int32Array.of(node), change: "none" as const }];
      return [sourceOf(bundle), ...personal];
    }),
  ]);
  return {
    ...countGrants(graph, targets, touched.map(sourceOf)),
    entitlements: bundles.entitlements,
    effect: compareAccess(graph, sources, targets),
    sources,
    touched: new Map(touched.map((roleOid) => [roleOid, sourceOf(roleOid)])),
    basis: [
      targets,
      ...sources.flat().flatMap(({ nodes, change }) => [change, nodes]),
      ...touched.flatMap((roleOid) => [roleOid, sourceOf(roleOid).nodes]),
    ],
  };
}

export const NO_NODES = new Int32Array();

/** The orgs that grant a role after a change, ascending. */
export function afterwards(nodes: Int32Array, { add, remove }: OrgsOfRole): Int32Array {
  const left = new Set([...nodes, ...add]);
  for (const node of remove) left.delete(node);
  return Int32Array.from(left).toSorted();
}

export interface Bundles {
  /** The changed entitlements, and those in changed access roles; ascending. */
  readonly entitlements: readonly string[];
  /** By entitlement: the access roles that contain it. */
  readonly holdersOf: ReadonlyMap<string, readonly string[]>;
  /** The access roles that contain any of the entitlements. */
  readonly accessRoles: readonly string[];
}

export async function readBundles(
  db: Kysely<Database>,
  { clientId }: Pick<ChangeScope, "clientId">,
  roleOids: readonly string[],
): Promise<Bundles> {
  const list = toUuids(roleOids);
  const { rows } = await sql<{ role_oid: string; bundle: string | null }>`
    with touched as (
      select e.role_oid from entitlements e
      where e.client_id = ${clientId} and e.role_oid = any(${list})
      union
      select c.role_oid from access_role_entitlements c
      where c.client_id = ${clientId} and c.access_role_oid = any(${list})
    )
    select t.role_oid, r.oid as bundle from touched t
    left join (access_role_entitlements c
      join access_roles r on r.client_id = c.client_id and r.oid = c.access_role_oid
        and r.archived_at is null)
      on c.client_id = ${clientId} and c.role_oid = t.role_oid
    order by t.role_oid, r.oid
  `.execute(db);
  const holdersOf = new Map<string, string[]>();
  for (const { role_oid, bundle } of rows) {
    const holders = holdersOf.get(role_oid) ?? [];
    holdersOf.set(role_oid, holders);
    if (bundle === null) continue;
    holders.push(bundle);
  }
  return {
    entitlements: [...holdersOf.keys()],
    holdersOf,
    accessRoles: [...new Set([...holdersOf.values()].flat())],
  };
}

/** By role: the indexes of the orgs whose policies contain it now. */
export async function readGrants(
  db: Kysely<Database>,
  { clientId, at }: Pick<ChangeScope, "clientId" | "at">,
  roleOids: readonly string[],
): Promise<ReadonlyMap<string, Int32Array>> {
  const { rows } = await sql<{ role_oid: string; nodes: string }>`
    with orgs_n as materialized (${numberedOrgs(clientId)})
    select i.role_oid, array_agg(o.n order by o.n)::text as nodes
    from inducements i join orgs_n o on o.oid = i.org_oid
    where i.client_id = ${clientId} and i.role_oid = any(${toUuids(roleOids)})
      and ${validAt("i", at)}
    group by i.role_oid
  `.execute(db);
  return new Map(rows.map(({ role_oid, nodes }) => [role_oid, Int32Array.from(numbersIn(nodes))]));
}

/** Finds the nodes of a role: the orgs whose policies contain it, and the node of the people who have it assigned. */
export function nodesByRole(
  graph: AccessGraph,
  grants: ReadonlyMap<string, Int32Array>,
): (roleOid: string) => Int32Array {
  const found = new Map<string, Int32Array>();
  return (roleOid) => {
    const known = found.get(roleOid);
    if (known) return known;
    const orgs = grants.get(roleOid) ?? NO_NODES;
    const personal = graph.indexOf.get(roleOid);
    const nodes = personal === undefined ? orgs : Int32Array.from([...orgs, personal]);
    found.set(roleOid, nodes);
    return nodes;
  };
}

/** By node: how many roles the policy of a target would get and lose. */
export function countGrants(
  graph: Pick<AccessGraph, "oids">,
  targets: Int32Array,
  sources: readonly Source[],
) {
  const added = new Int32Array(graph.oids.length);
  const removed = new Int32Array(graph.oids.length);
  const isTarget = new Uint8Array(graph.oids.length);
  for (const target of targets) isTarget[target] = 1;
  const adding = sources.filter(({ change }) => change === "add").length;
  for (const target of targets) added[target] = adding;
  const step = (counts: Int32Array, node: number, by: number) => {
    if (isTarget[node] === 1) counts[node] = (counts[node] ?? 0) + by;
  };
  for (const { nodes, change } of sources) {
    if (typeof change !== "string") {
      const [before, after] = [new Set(nodes), new Set(change)];
      for (const node of change) if (!before.has(node)) step(added, node, 1);
      for (const node of nodes) if (!after.has(node)) step(removed, node, 1);
    } else if (change === "add") {
      for (const node of nodes) step(added, node, -1);
    } else if (change === "remove") {
      for (const node of nodes) step(removed, node, 1);
    }
  }
  return { added, removed };
}
