/** Previews undoing a change. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { PolicyUndoPreview } from "#events/entities/policyChange.ts";
import { message } from "#events/messages/message.ts";
import { countPeople } from "../access/effect.ts";
import { validAt, type VersionedGraph } from "../access/loadGraph.ts";
import type { Database } from "../db/schema.ts";
import { ApiError, notFound } from "../plugins/errors.ts";
import { planPairs } from "./pairs.ts";
import { findChange } from "./queries.ts";
import { ofResource, type ChangeScope } from "./scope.ts";

/** @throws ApiError ENOTFOUND, or ECONFLICT if the change is already undone. */
export async function requireUndoable(db: Kysely<Database>, clientId: string, changeId: string) {
  const change = await findChange(db, clientId, changeId);
  if (!change) throw notFound("policies.changeNotFound");
  if (change.undoneBy) throw new ApiError("ECONFLICT", message("policies.alreadyUndone"));
  return change;
}

/**
 * Checks the grants that undoing a change adds or removes now. An access role may have gained entitlements of other resources
 * since the change, and a manager of one resource may not change who gets those.
 *
 * @param scope its resource is that of the change
 * @throws ApiError EFORBIDDEN if a role no longer belongs to the resource only.
 */
export async function requireOwnRoles(
  db: Kysely<Database>,
  scope: ChangeScope,
  changeId: string,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(e.name, r.name, p.role_oid::text) as name
    from (select distinct role_oid from (${undoPairs(scope, changeId)}) pair) p
    left join entitlements e on e.client_id = ${scope.clientId} and e.role_oid = p.role_oid
    left join access_roles r on r.client_id = ${scope.clientId} and r.oid = p.role_oid
    where not (true ${ofResource(scope, sql`p.role_oid`)})
    order by name limit 1
  `.execute(db);
  const [beyond] = rows;
  if (beyond) {
    const { name } = beyond;
    throw new ApiError("EFORBIDDEN", message("policies.undoBeyondResource", { name }));
  }
}

export async function previewUndo(
  db: Kysely<Database>,
  scope: ChangeScope,
  changeId: string,
  versioned: VersionedGraph,
): Promise<PolicyUndoPreview> {
  const change = await requireUndoable(db, scope.clientId, changeId);
  const pairs = undoPairs(scope, changeId);
  const { rows } = await sql<{ orgs: number; added: number; removed: number }>`
    select count(distinct org_oid) as orgs, count(*) filter (where adds) as added,
      count(*) filter (where not adds) as removed
    from (${pairs}) p
  `.execute(db);
  const { orgs, added, removed } = rows[0] ?? { orgs: 0, added: 0, removed: 0 };
  const plan = await planPairs(db, scope, versioned, effectivePairs(scope, changeId));
  return {
    orgs,
    added,
    removed,
    kept: change.added + change.removed - added - removed,
    people: countPeople(plan.graph, plan.effect),
  };
}

/** Selects the pairs for `planPairs` of what undoing a change does to what people have now. */
export function effectivePairs(scope: ChangeScope, changeId: string): RawBuilder<unknown> {
  const pairs = undoPairs(scope, changeId);
  return sql`select org_oid, role_oid, adds from (${pairs}) p where is_effective`;
}

/**
 * Selects org_oid, role_oid, `adds` and `is_effective` of what an undo changes: added roles that are still there, and
 * removed roles that are restored. Effective are those that change what people have now.
 */
function undoPairs(scope: ChangeScope, changeId: string): RawBuilder<unknown> {
  const { clientId, at } = scope;
  const hasBefore = sql`${VALID_LIMITS} is not null
    and (${VALID_FROM} is null or ${VALID_FROM} <= ${at})
    and (${VALID_UNTIL} is null or ${VALID_UNTIL} > ${at})`;
  return sql`
    select c.org_oid, t.role_oid, false as adds,
      (${validAt("i", at)}) and not (${hasBefore}) as is_effective
    from policy_change_orgs c
    cross join lateral unnest(c.added) as t (role_oid)
    join inducements i
      on i.client_id = c.client_id and i.org_oid = c.org_oid and i.role_oid = t.role_oid
    where ${ofChange(clientId, changeId)}
    union all
    select r.org_oid, r.role_oid, true, r.valid_from is null or r.valid_from <= ${at}
    from (${restorable(scope, changeId)}) r`;
}

export const ofChange = (clientId: string, changeId: string) =>
  sql`c.client_id = ${clientId} and c.change_id = ${changeId}`;

/** Of the role `t` in a change `c` of an org: its period before the change, and the limits of the period. */
export const VALID_LIMITS = sql`(c.periods -> t.role_oid::text)`;
export const VALID_FROM = sql`(${VALID_LIMITS} ->> 0)::timestamptz`;
export const VALID_UNTIL = sql`(${VALID_LIMITS} ->> 1)::timestamptz`;

/**
 * Selects org_oid, role_oid, valid_from and valid_until of what an undo restores: removed roles that the policies do not
 * have now and whose periods are not over. A grant that was made since for another time stays if the restored one would
 * not be valid yet.
 */
export function restorable(
  { clientId, at }: Pick<ChangeScope, "clientId" | "at">,
  changeId: string,
): RawBuilder<unknown> {
  return sql`
    select c.org_oid, t.role_oid, ${VALID_FROM} as valid_from, ${VALID_UNTIL} as valid_until
    from policy_change_orgs c
    cross join lateral unnest(c.removed) as t (role_oid)
    join orgs o on o.client_id = c.client_id and o.oid = c.org_oid
    left join inducements i
      on i.client_id = c.client_id and i.org_oid = c.org_oid and i.role_oid = t.role_oid
    where ${ofChange(clientId, changeId)} and ${isKnownRole(clientId, sql`t.role_oid`)}
      and (${VALID_UNTIL} is null or ${VALID_UNTIL} > ${at})
      and (i.role_oid is null
        or not (${validAt("i", at)}) and (${VALID_FROM} is null or ${VALID_FROM} <= ${at}))`;
}

/** Condition on a column of role oids: an entitlement or an access role has the oid. */
const isKnownRole = (clientId: string, column: RawBuilder<unknown>) => sql`(
  exists (select from entitlements e where e.client_id = ${clientId} and e.role_oid = ${column})
  or exists (select from access_roles a where a.client_id = ${clientId} and a.oid = ${column}))`;
