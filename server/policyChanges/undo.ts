/** What undoing a change does: conditions, selections and a preview. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { PolicyUndoPreview } from "#events/entities/policyChange.ts";
import { message } from "#events/messages/message.ts";
import { countPeople } from "../access/effect.ts";
import type { VersionedGraph } from "../access/loadGraph.ts";
import { validAt } from "../access/periods.ts";
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

interface UndoCounts {
  readonly orgs: number;
  readonly added: number;
  readonly removed: number;
  readonly periods: number;
  /** Periods that the change replaced. */
  readonly allPeriods: number;
}

const NO_COUNTS: UndoCounts = { orgs: 0, added: 0, removed: 0, periods: 0, allPeriods: 0 };

export async function previewUndo(
  db: Kysely<Database>,
  scope: ChangeScope,
  changeId: string,
  versioned: VersionedGraph,
): Promise<PolicyUndoPreview> {
  const change = await requireUndoable(db, scope.clientId, changeId);
  const pairs = undoPairs(scope, changeId);
  const { rows } = await sql<UndoCounts>`
    select count(distinct org_oid) as orgs, count(*) filter (where adds and not is_period) as added,
      count(*) filter (where not adds and not is_period) as removed,
      count(*) filter (where is_period) as periods,
      (select count(*) from policy_change_orgs c cross join lateral ${changedPeriods("c")}
        where ${ofChange(scope.clientId, changeId)}) as "allPeriods"
    from (${pairs}) p
  `.execute(db);
  const { orgs, added, removed, periods, allPeriods } = rows[0] ?? NO_COUNTS;
  const plan = await planPairs(db, scope, versioned, effectivePairs(scope, changeId));
  return {
    orgs,
    added,
    removed,
    periods,
    kept: change.added + change.removed + allPeriods - added - removed - periods,
    people: countPeople(plan.graph, plan.effect),
  };
}

/** Selects the pairs for `planPairs` of what undoing a change does to what people have now. */
export function effectivePairs(scope: ChangeScope, changeId: string): RawBuilder<unknown> {
  const pairs = undoPairs(scope, changeId);
  return sql`select org_oid, role_oid, adds from (${pairs}) p where is_effective`;
}

/**
 * Selects org_oid, role_oid, `adds`, `is_effective` and `is_period` of what an undo changes: added roles that are still
 * there for the period that they were added for, removed roles that are restored, and replaced periods that are as the
 * change left them. Effective are those that change what people have now.
 */
function undoPairs(scope: ChangeScope, changeId: string): RawBuilder<unknown> {
  const { clientId, at } = scope;
  const hasBefore = sql`${VALID_LIMITS} is not null
    and (${VALID_FROM} is null or ${VALID_FROM} <= ${at})
    and (${VALID_UNTIL} is null or ${VALID_UNTIL} > ${at})`;
  return sql`
    select c.org_oid, t.role_oid, false as adds,
      (${validAt("i", at)}) and not (${hasBefore}) as is_effective, false as is_period
    from policy_change_orgs c
    cross join lateral unnest(c.added) as t (role_oid)
    join inducements i
      on i.client_id = c.client_id and i.org_oid = c.org_oid and i.role_oid = t.role_oid
    where ${ofChange(clientId, changeId)} and ${hasItsPeriod(clientId, changeId)}
    union all
    select r.org_oid, r.role_oid, true, r.valid_from is null or r.valid_from <= ${at}, false
    from (${restorable(scope, changeId)}) r
    union all
    select r.org_oid, r.role_oid, (${validAt("r", at)}), (${validAt("r", at)}) <> (${validAt("i", at)}),
      true
    from (${replacedPeriods(scope, changeId)}) r
    join inducements i
      on i.client_id = ${clientId} and i.org_oid = r.org_oid and i.role_oid = r.role_oid`;
}

/** Of a change of an org: the roles `t` whose periods it replaced, each with its bounds before and after. */
const changedPeriods = (alias: "c" | "p") =>
  sql`jsonb_each(${sql.ref(`${alias}.changed_periods`)}) as t (role_oid, bounds)`;

/**
 * Selects org_oid, role_oid, valid_from and valid_until, the period before the change, of grants that still have the period
 * that the change gave them.
 */
export const replacedPeriods = (
  { clientId }: Pick<ChangeScope, "clientId">,
  changeId: string,
): RawBuilder<unknown> => sql`
  select c.org_oid, i.role_oid, (t.bounds ->> 0)::timestamptz as valid_from,
    (t.bounds ->> 1)::timestamptz as valid_until
  from policy_change_orgs c
  cross join lateral ${changedPeriods("c")}
  join inducements i
    on i.client_id = c.client_id and i.org_oid = c.org_oid and i.role_oid = t.role_oid::uuid
  where ${ofChange(clientId, changeId)}
    and i.valid_from is not distinct from (t.bounds ->> 2)::timestamptz
    and i.valid_until is not distinct from (t.bounds ->> 3)::timestamptz`;

/**
 * Condition on a grant `i` of a role that a change added: nobody has set another period since. The first change of its
 * period after that change stores the period that the grant had before.
 */
export const hasItsPeriod = (clientId: string, changeId: string) => sql`
  not exists (
    select from (
      select distinct on (p.org_oid, t.role_oid) p.org_oid, t.role_oid::uuid as role_oid,
        (t.bounds ->> 0)::timestamptz as valid_from, (t.bounds ->> 1)::timestamptz as valid_until
      from policy_changes h
      join policy_changes l on l.client_id = h.client_id and l.at > h.at and l.kind in ('period', 'import', 'undo')
      join policy_change_orgs p on p.client_id = l.client_id and p.change_id = l.id
        and p.changed_periods <> '{}'
      cross join lateral ${changedPeriods("p")}
      where h.client_id = ${clientId} and h.id = ${changeId}
      order by p.org_oid, t.role_oid, l.at
    ) given
    where given.org_oid = i.org_oid and given.role_oid = i.role_oid
      and (given.valid_from is distinct from i.valid_from
        or given.valid_until is distinct from i.valid_until))`;

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
