/** Approved changes that failed, so that their system lacks them. */
import { sql, type RawBuilder } from "kysely";

/**
 * Of a change `c` of a plan `p`: no later preview decides about it. A preview that waits for its approval leaves a failed change
 * as it is, unless the comparison shows that the account does not need the change. A comparison that was not kept found that no
 * account needs a change.
 */
export const NOT_SUPERSEDED = sql`not exists (
  select from provisioning_plans later
  where later.client_id = p.client_id and later.resource_id = p.resource_id and later.no > p.no
    and (later.approved_at is not null or (later.planned_at is not null and not exists (
      select from provisioning_changes again
      where again.client_id = c.client_id and again.resource_id = c.resource_id
        and again.plan_id = later.id and again.account = c.account and again.kind = c.kind))))
  and not exists (
    select from automatic_previews a where a.client_id = c.client_id and a.resource_id = c.resource_id
      and a.compared_at > coalesce(c.ended_at, p.approved_at))`;

/** How many approved changes of a resource failed. */
export const failedCount = (
  clientId: RawBuilder<unknown>,
  resourceId: RawBuilder<unknown>,
): RawBuilder<number> => sql<number>`(select count(*) from provisioning_changes c
  join provisioning_plans p on p.client_id = c.client_id and p.resource_id = c.resource_id
    and p.id = c.plan_id
  where c.client_id = ${clientId} and c.resource_id = ${resourceId} and c.state = 'failed'
    and ${NOT_SUPERSEDED})`;
