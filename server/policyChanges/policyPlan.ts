/** Plans a change of the policy of one org. */
import { sql, type Kysely } from "kysely";
import type { VersionedGraph } from "../access/loadGraph.ts";
import type { PreviewedPolicy } from "../db/directoryTables.ts";
import type { Database } from "../db/schema.ts";
import { toUuids } from "../lists/sqlText.ts";
import { isOfResources } from "../orgs/policy/queries.ts";
import type { RoleChange } from "./computeEffect.ts";
import { planOf, type Plan } from "./plan.ts";
import type { ChangeScope } from "./scope.ts";

interface PolicyPlan extends Plan {
  /** The part of the change that is planned, without repetitions. */
  readonly policy: PreviewedPolicy;
}

/** @param resourceIds entitlements of other resources, and unknown ones, are left out; null for all */
export async function planPolicy(
  db: Kysely<Database>,
  scope: ChangeScope,
  { orgOid, add, remove }: PreviewedPolicy,
  resourceIds: readonly string[] | null,
  graph: VersionedGraph,
): Promise<PolicyPlan> {
  const { rows } = await sql<{ oid: string }>`
    select e.role_oid as oid from entitlements e
    where e.client_id = ${scope.clientId} and e.role_oid = any(${toUuids([...add, ...remove])})
      and ${isOfResources({ resourceIds })}
    order by e.role_oid
  `.execute(db);
  const added = new Set(add.map((oid) => oid.toLowerCase()));
  const changes = new Map(
    rows.map(({ oid }): readonly [string, RoleChange] => [oid, added.has(oid) ? "add" : "remove"]),
  );
  const oidsOf = (wanted: RoleChange) =>
    rows.flatMap(({ oid }) => (changes.get(oid) === wanted ? [oid] : []));
  const policy = { orgOid, add: oidsOf("add"), remove: oidsOf("remove") };
  return { ...(await planOf(db, scope, graph, changes, [orgOid])), policy };
}
