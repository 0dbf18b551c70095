/** What people leave out of a preview stays left out of the preview that takes its place, where the change is the same. */
import { sql, type RawBuilder, type Transaction } from "kysely";
import type { PlanPreparer } from "#events/entities/systemRun.ts";
import { withoutNestedLoops } from "../db/nestedLoops.ts";
import type { Database } from "../db/schema.ts";
import type { PlanPlace } from "./queries.ts";

/** Of a change `c`: what it changes. */
const CONTENT: RawBuilder<string> = sql`md5(concat(c.before, chr(10), c.after))`;

/**
 * Remembers what is left out of the previews that the new one will replace: of the one that waits for a decision, or what an
 * incomplete one would have left out. Call it before they are deleted.
 *
 * @param replaced condition on a plan `p`
 */
export async function keepExclusions(
  tx: Transaction<Database>,
  { clientId, resourceId, planId }: PlanPlace,
  replaced: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with former as (
      select p.id, p.status from provisioning_plans p
      where p.client_id = ${clientId} and p.resource_id = ${resourceId} and ${replaced}
    )
    insert into provisioning_exclusions (
      client_id, resource_id, plan_id, kind, object_class, account, identity_oid, content, left_out_by)
    select c.client_id, c.resource_id, ${planId}::uuid, c.kind, c.object_class, c.account, c.identity_oid,
      ${CONTENT}, c.left_out_by
    from former cross join lateral (
      select * from provisioning_changes c
      where c.client_id = ${clientId} and c.resource_id = ${resourceId} and c.plan_id = former.id
        and c.left_out and c.left_out_by is not null offset 0) c
    where former.status = 'planned'
    union all
    select e.client_id, e.resource_id, ${planId}::uuid, e.kind, e.object_class, e.account, e.identity_oid,
      e.content, e.left_out_by
    from former cross join lateral (
      select * from provisioning_exclusions e
      where e.client_id = ${clientId} and e.resource_id = ${resourceId} and e.plan_id = former.id
      offset 0) e
  `.execute(tx);
}

/**
 * Leaves the same changes out of a preview that has just been computed. The people who left them out have prepared this
 * preview as well, so that none of them approves it where a second person is required.
 */
export async function applyExclusions(
  tx: Transaction<Database>,
  { clientId, resourceId, planId }: PlanPlace,
): Promise<void> {
  const apply = sql<{ all: number; kept: number; people: PlanPreparer[] }>`
    with kept as (
      update provisioning_changes c set left_out = true, left_out_by = e.left_out_by
      from provisioning_exclusions e
      where e.client_id = ${clientId} and e.resource_id = ${resourceId} and e.plan_id = ${planId}
        and c.client_id = e.client_id and c.resource_id = e.resource_id and c.plan_id = e.plan_id
        and c.account = e.account and c.kind = e.kind and c.object_class = e.object_class
        and c.identity_oid is not distinct from e.identity_oid and ${CONTENT} = e.content
        and c.state = 'planned'
      returning c.left_out_by
    ), removed as (
      delete from provisioning_exclusions
      where client_id = ${clientId} and resource_id = ${resourceId} and plan_id = ${planId}
      returning 1
    )
    select (select count(*) from removed) as "all", (select count(*) from kept) as kept,
      (select coalesce(jsonb_agg(distinct left_out_by), '[]') from kept) as people
  `;
  const { rows } = await withoutNestedLoops(tx, () => apply.execute(tx));
  const [found] = rows;
  if (!found || found.all === 0) return;
  const kept = { kept: found.kept, dropped: found.all - found.kept };
  await sql`
    update provisioning_plans p set kept_exclusions = ${JSON.stringify(kept)}::jsonb,
      editors = coalesce((
        select jsonb_agg(one) from jsonb_array_elements(${JSON.stringify(found.people)}::jsonb) one
        where (one ->> 'id')::uuid is distinct from p.actor_id), '[]')
    where p.client_id = ${clientId} and p.resource_id = ${resourceId} and p.id = ${planId}
  `.execute(tx);
}
