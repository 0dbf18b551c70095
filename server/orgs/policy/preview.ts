/** The effect of a change of one org's policy on people, before it is made. */
import type { FastifyInstance } from "fastify";
import { sql, type Kysely } from "kysely";
import type { PolicyChange } from "#events/calls/orgs.ts";
import type { PolicyEffect } from "#events/entities/policyChange.ts";
import { policyResources } from "#events/rules/permissions.ts";
import type { CallContext } from "../../callContext.ts";
import type { Database } from "../../db/schema.ts";
import { toUuids } from "../../lists/sqlText.ts";
import type { RoleChange } from "../../policyChanges/computeEffect.ts";
import { planOf } from "../../policyChanges/plan.ts";
import { describePlan } from "../../policyChanges/preview.ts";
import { requireOrg } from "../queries.ts";
import { isOfResources, type PolicyScope } from "./queries.ts";

/** Maximum entitlements in a preview. */
const MAX_ROWS = 50;

/** Entitlements outside of the user's reach, and unknown ones, are left out. @throws ApiError ENOTFOUND for the org. */
export async function previewPolicy(
  app: FastifyInstance,
  { client, db, at, user }: CallContext,
  orgOid: string,
  change: PolicyChange,
): Promise<PolicyEffect> {
  const { add, remove } = "add" in change ? change : { add: change, remove: [] };
  await requireOrg(db, client.id, orgOid);
  const resourceIds = policyResources(user);
  const known = await knownRoles(db, { clientId: client.id, resourceIds }, [...add, ...remove]);
  const changes = new Map<string, RoleChange>();
  const added = new Set(add.map((oid) => oid.toLowerCase()));
  for (const roleOid of known) changes.set(roleOid, added.has(roleOid) ? "add" : "remove");
  const scope = { clientId: client.id, resourceId: null, rootOid: null, at };
  return app.accessGraphs.use(db, client.id, at, async (graph) => {
    const plan = await planOf(db, scope, graph, changes, [orgOid.toLowerCase()]);
    const { people, entitlementEffects, affectedEntitlements } = await describePlan(db, plan);
    return {
      people,
      entitlementEffects: entitlementEffects.slice(0, MAX_ROWS),
      affectedEntitlements,
    };
  });
}

async function knownRoles(
  db: Kysely<Database>,
  { clientId, resourceIds }: Pick<PolicyScope, "clientId" | "resourceIds">,
  roleOids: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ oid: string }>`
    select e.role_oid as oid from entitlements e
    where e.client_id = ${clientId} and e.role_oid = any(${toUuids(roleOids)})
      and ${isOfResources({ resourceIds })}
    order by e.role_oid
  `.execute(db);
  return rows.map(({ oid }) => oid);
}
