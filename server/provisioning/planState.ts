/** What the plan of a system depends on, as a text: once it differs, the plan is stale. */
import { sql, type Kysely } from "kysely";
import { RUN_CHANGES } from "#events/entities/systemRun.ts";
import { readMembershipVersion } from "../access/memberships.ts";
import type { SystemPlace } from "../connectors/contract.ts";
import { listedRows } from "../db/listedKeys.ts";
import type { Database } from "../db/schema.ts";

/** Of an applied run `r`: it changed something. Most scheduled runs find nothing new. */
const CHANGED_SOMETHING = sql`(r.kind = 'undo' or r.counts is null
  or ${sql.join(
    RUN_CHANGES.map((change) => sql`coalesce((r.counts ->> ${sql.lit(change)})::bigint, 0)`),
    sql` + `,
  )} > 0)`;

/** A change has the time at which it was requested, and one that waited longer for its turn can be stored after a later one. */
const countAndLast = (time: string) =>
  sql`concat(count(${sql.ref(time)}), '/', max(${sql.ref(time)}))`;

export async function readPlanState(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<string> {
  const states = await readPlanStates(db, clientId, [{ resourceId, since }], now);
  return states.get(resourceId) ?? "";
}

interface Since {
  readonly resourceId: string;
  /**
   * Periods of grants that begin or end since then count as a change, and people whose accounts are due to be disabled or
   * removed since then.
   */
  readonly since: Date;
}

/** The states of several systems, by resource. */
export async function readPlanStates(
  db: Kysely<Database>,
  clientId: string,
  systems: readonly Since[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const since = sql`item.since`;
  const resourceId = sql`c.resource_id`;
  const passed = (table: "inducements" | "access_role_assignments") => sql`
    (select count(*) from ${sql.table(table)} g where g.client_id = ${clientId}
      and ((g.valid_from > ${since} and g.valid_from <= ${now})
        or (g.valid_until > ${since} and g.valid_until <= ${now})))`;
  const left = sql`
    (select count(*) from accounts a
      join identities i on i.client_id = a.client_id and i.oid = a.identity_oid
      where a.client_id = ${clientId} and a.resource_id = ${resourceId}
        and c.activation ->> 'onLeave' in ('disable', 'remove') and i.ended_at is not null
        and i.ended_at + make_interval(days => (c.activation ->> 'afterDays')::integer) > ${since}
        and i.ended_at + make_interval(days => (c.activation ->> 'afterDays')::integer) <= ${now})`;
  const { rows } = await sql<{ resourceId: string; state: string }>`
    select c.resource_id as "resourceId", concat_ws(' ',
      md5(concat_ws(' ', c.published_settings, c.activation - 'automaticPreviews', c.confirmed,
        c.object_classes, c.initial_import_complete)),
      (select max(r.no) from system_runs r where r.client_id = ${clientId}
        and r.resource_id = ${resourceId} and r.status in ('done', 'undone') and ${CHANGED_SOMETHING}),
      (select ${countAndLast("r.ended_at")} from system_runs r join connected_systems hr
        on hr.client_id = r.client_id and hr.resource_id = r.resource_id and hr.kind = 'hr'
        where r.client_id = ${clientId} and r.status in ('done', 'undone') and ${CHANGED_SOMETHING}),
      (select max(p.no) from provisioning_plans p where p.client_id = ${clientId}
        and p.resource_id = ${resourceId} and p.approved_at is not null),
      (select ${countAndLast("p.at")} from policy_changes p where p.client_id = ${clientId}),
      (select concat(sum(r.version), '/', max(r.changed_at)) from access_roles r where r.client_id = ${clientId}),
      (select ${countAndLast("t.settled_at")} from system_tasks t where t.client_id = ${clientId}
        and t.resource_id = ${resourceId}),
      ${passed("inducements")} + ${passed("access_role_assignments")} + ${left}
    ) as state
    from ${listedRows(systems, {
      resource_id: ["uuid", (system) => system.resourceId],
      since: ["timestamptz", (system) => system.since],
    })}
    join connected_systems c on c.client_id = ${clientId} and c.resource_id = item.resource_id
  `.execute(db);
  const memberships = await readMembershipVersion(db, clientId);
  return new Map(rows.map(({ resourceId, state }) => [resourceId, `${memberships} ${state}`]));
}
