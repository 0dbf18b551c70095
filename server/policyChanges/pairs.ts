/** Plans changes that give each org roles of its own: undo, and policy files. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import { numberedOrgs, numbersIn, type VersionedGraph } from "../access/loadGraph.ts";
import type { Database } from "../db/schema.ts";
import { planOf, type Plan } from "./plan.ts";
import type { OrgsOfRole } from "./computeEffect.ts";
import type { ChangeScope } from "./scope.ts";

/**
 * @param pairs selects org_oid, role_oid and `adds`: true if the org's policy gets the role, false if it loses the role.
 *   Each pair occurs once and changes something. Pairs of missing orgs have no effect.
 */
export async function planPairs(
  db: Kysely<Database>,
  scope: ChangeScope,
  versioned: VersionedGraph,
  pairs: RawBuilder<unknown>,
): Promise<Plan> {
  const { rows } = await sql<{ role_oid: string; added: string; removed: string }>`
    with orgs_n as materialized (${numberedOrgs(scope.clientId)})
    select p.role_oid,
      coalesce(array_agg(o.n order by o.n) filter (where p.adds), '{}')::text as added,
      coalesce(array_agg(o.n order by o.n) filter (where not p.adds), '{}')::text as removed
    from (${pairs}) p join orgs_n o on o.oid = p.org_oid
    group by p.role_oid order by p.role_oid
  `.execute(db);
  const changes = new Map(
    rows.map(({ role_oid, added, removed }): readonly [string, OrgsOfRole] => [
      role_oid,
      { add: numbersIn(added), remove: numbersIn(removed) },
    ]),
  );
  const targets = new Set([...changes.values()].flatMap(({ add, remove }) => [...add, ...remove]));
  const orgOids = [...targets].map((node) => versioned.graph.oids[node] ?? "").toSorted();
  return planOf(db, scope, versioned, changes, orgOids);
}
