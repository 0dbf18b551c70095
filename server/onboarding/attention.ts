/** Work that waits for a person: of connected systems, and overdue cases. */
import { sql, type RawBuilder } from "kysely";
import {
  ATTENTION_KINDS,
  ATTENTION_MAX,
  type Attention,
  type AttentionKind,
} from "#events/entities/attention.ts";
import { holdsGroup, isSuperUser } from "#events/rules/permissions.ts";
import { UNSETTLED } from "#events/entities/case.ts";
import { dayOf } from "#events/rules/time.ts";
import type { CallContext } from "../callContext.ts";
import { IS_DECIDED } from "../correlation/queries.ts";
import { toUuids } from "../lists/sqlText.ts";
import { failedCount } from "../provisioning/failedChanges.ts";
import { HAS_CHANGES } from "../systems/queries.ts";

interface Row {
  readonly kind: AttentionKind;
  readonly id: string | null;
  readonly name: string | null;
  readonly number: number;
  readonly runOid: string | null;
  readonly total: number;
}

/** One query, which reads the newest run, preview and simulation of each system. */
export async function readAttention({ client, db, user, at }: CallContext): Promise<Attention> {
  const opensSystems = holdsGroup(user, "ManageOwnResources");
  const among =
    opensSystems && isSuperUser(user)
      ? sql`true`
      : sql`c.resource_id = any(${toUuids(opensSystems ? user.resourceIds : [])})`;
  const cases = holdsGroup(user, "RoleMapping")
    ? sql`
      select 'overdueCases' as kind, null::uuid as id, null as name, count(*) as number,
        null::uuid as "runOid"
      from cases
      where client_id = ${client.id} and due_on < ${dayOf(at)}
        and state = any(${[...UNSETTLED]}::text[])
      having count(*) > 0`
    : null;
  const rank = sql`array_position(${[...ATTENTION_KINDS]}::text[], kind)`;
  const { rows } = await sql<Row>`
    with items as (
      select item.kind, r.id, r.name, item.number, item."runOid"
      from connected_systems c
      join resources r on r.client_id = c.client_id and r.id = c.resource_id
      cross join lateral (${sql.join(KINDS_OF_SYSTEMS, sql` union all `)}) item
      where c.client_id = ${client.id} and ${among} and item.number > 0
      ${cases === null ? sql`` : sql`union all ${cases}`}
    )
    select kind, id, name, number, "runOid", count(*) over () as total from items
    order by ${rank}, sort_key(name) collate "C", id limit ${ATTENTION_MAX}
  `.execute(db);
  return {
    items: rows.map(({ kind, id, name, number, runOid }) => ({
      kind,
      system: id === null || name === null ? null : { id, name },
      number,
      runOid,
    })),
    total: rows[0]?.total ?? 0,
  };
}

/** Each selects kind, number and "runOid" of a connected system `c`; a number of 0 is nothing to do. */
const KINDS_OF_SYSTEMS: readonly RawBuilder<unknown>[] = [
  sql`
    select case run.status when 'planned' then 'plan' else 'failedRun' end as kind,
      run.no::bigint as number, run.oid as "runOid"
    from (
      select no, oid, status from system_runs
      where client_id = c.client_id and resource_id = c.resource_id order by no desc limit 1
    ) run
    where run.status in ('planned', 'failed')`,
  sql`
    select 'preview', p.no, null::uuid
    from (
      select no, id, status from provisioning_plans
      where client_id = c.client_id and resource_id = c.resource_id order by no desc limit 1
    ) p
    where p.status = 'planned' and exists (
      select from provisioning_changes change
      where change.client_id = c.client_id and change.resource_id = c.resource_id
        and change.plan_id = p.id)`,
  sql`
    select 'failedChanges', ${failedCount(sql`r.client_id`, sql`r.id`)}, null::uuid`,
  sql`
    select 'unpublished', 1, null::uuid where c.confirmed and ${HAS_CHANGES}`,
  sql`
    select 'matches', (
      select count(*) from correlation_results result
      where result.client_id = c.client_id and result.resource_id = c.resource_id
        and result.simulation_oid = simulation.oid and result.kind in ('probable', 'several')
        and not ${IS_DECIDED}
    ), null::uuid
    from (
      select oid from correlation_simulations
      where client_id = c.client_id and resource_id = c.resource_id order by no desc limit 1
    ) simulation`,
  sql`
    select 'tasks', count(*), null::uuid from system_tasks task
    where task.client_id = c.client_id and task.resource_id = c.resource_id and task.state = 'open'`,
];
