/** Previews undoing a change. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { PolicyUndoPreview } from "#events/entities/policyChange.ts";
import { message } from "#events/messages/message.ts";
import { countPeople } from "../access/effect.ts";
import { validAt, type VersionedGraph } from "../access/loadGraph.ts";
import type { Database } from "../db/schema.ts";
import { ApiError, notFound } from "../plugins/errors.ts";
import { planPairs } from "./pairs.ts";
import { sumGrants } from "./plan.ts";
import { findChange } from "./queries.ts";
import type { ChangeScope } from "./scope.ts";

/** @throws ApiError ENOTFOUND, or ECONFLICT if the change is already undone. */
export async function requireUndoable(db: Kysely<Database>, clientId: string, changeId: string) {
  const change = await findChange(db, clientId, changeId);
  if (!change) throw notFound("policies.changeNotFound");
  if (change.undoneBy) throw new ApiError("ECONFLICT", message("policies.alreadyUndone"));
  return change;
}

export async function previewUndo(
  db: Kysely<Database>,
  scope: ChangeScope,
  changeId: string,
  versioned: VersionedGraph,
): Promise<PolicyUndoPreview> {
  const change = await requireUndoable(db, scope.clientId, changeId);
  const plan = await planPairs(db, scope, versioned, undoPairs(scope, changeId));
  const { added, removed } = sumGrants(plan);
  return {
    orgs: plan.targets.length,
    added,
    removed,
    kept: change.added + change.removed - added - removed,
    people: countPeople(plan.graph, plan.effect),
  };
}

/** Selects pairs for `planPairs`: added roles that are still there, and removed roles that are still missing. */
function undoPairs({ clientId, at }: ChangeScope, changeId: string): RawBuilder<unknown> {
  const granted = sql`exists (
    select from inducements i
    where i.client_id = ${clientId} and i.org_oid = c.org_oid and i.role_oid = t.role_oid
      and ${validAt("i", at)})`;
  const ofChange = sql`c.client_id = ${clientId} and c.change_id = ${changeId}`;
  return sql`
    select c.org_oid, t.role_oid, false as adds from policy_change_orgs c
    cross join lateral unnest(c.added) as t (role_oid)
    where ${ofChange} and ${granted}
    union all
    select c.org_oid, t.role_oid, true from policy_change_orgs c
    cross join lateral unnest(c.removed) as t (role_oid)
    where ${ofChange} and not ${granted} and ${isKnownRole(clientId, sql`t.role_oid`)}`;
}

/** Condition on a column of role oids: an entitlement or an access role has the oid. */
export const isKnownRole = (clientId: string, column: RawBuilder<unknown>) => sql`(
  exists (select from entitlements e where e.client_id = ${clientId} and e.role_oid = ${column})
  or exists (select from access_roles a where a.client_id = ${clientId} and a.oid = ${column}))`;
