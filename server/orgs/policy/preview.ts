/** The effect of a change of one org's policy on people, before it is made. */
import type { FastifyInstance } from "fastify";
import type { PolicyChange } from "#events/calls/orgs.ts";
import type { PolicyEffect } from "#events/entities/policyChange.ts";
import { policyResources } from "#events/rules/permissions.ts";
import type { CallContext } from "../../callContext.ts";
import { planPolicy } from "../../policyChanges/policyPlan.ts";
import { describePlan } from "../../policyChanges/preview.ts";
import { storePreview } from "../../policyChanges/storedPreviews.ts";
import { requireOrg } from "../queries.ts";

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
  const wanted = { orgOid: orgOid.toLowerCase(), add, remove };
  const scope = { clientId: client.id, resourceId: null, rootOid: null, at };
  const plan = await app.accessGraphs.use(db, client.id, at, (graph) =>
    planPolicy(db, scope, wanted, policyResources(user), graph),
  );
  const { changeId, fingerprint, people, entitlementEffects, affectedEntitlements } =
    await describePlan(db, plan);
  const { policy } = plan;
  await storePreview(db, scope, { policy }, { id: changeId, fingerprint, userId: user.id });
  return {
    people,
    entitlementEffects: entitlementEffects.slice(0, MAX_ROWS),
    affectedEntitlements,
    previewId: changeId,
  };
}
