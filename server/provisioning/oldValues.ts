/** Removes the values of old previews. What was changed, when and by whom stays, as do the audit entries. */
import { sql, type Kysely } from "kysely";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { RETENTION } from "../jobs/retention.ts";

/** Of one look, so that previews that wait begin soon. */
const CHANGES_PER_LOOK = 5000;

/** The values of a system's last approved preview stay, because its failed changes can be retried, as do those of open tasks. */
export async function dropOldValues(
  db: Kysely<Database>,
  now: Date,
  limit = CHANGES_PER_LOOK,
): Promise<void> {
  let room = limit;
  while (room > 0) {
    const dropped = await dropOfOldestPlan(db, now, room);
    if (dropped === null) return;
    room -= dropped;
  }
}

/** @returns how many changes lost their values, at most `limit`; null if no old plan is left. */
async function dropOfOldestPlan(
  db: Kysely<Database>,
  now: Date,
  limit: number,
): Promise<number | null> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ client_id: string; resource_id: string; id: string }>`
      select p.client_id, p.resource_id, p.id from provisioning_plans p
      where p.ended_at < ${new Date(now.getTime() - RETENTION)} and not p.values_dropped
        and (p.approved_at is null or exists (
          select from provisioning_plans later
          where later.client_id = p.client_id and later.resource_id = p.resource_id
            and later.no > p.no and later.approved_at is not null))
        and not exists (
          select from provisioning_changes c
          where c.client_id = p.client_id and c.resource_id = p.resource_id and c.plan_id = p.id
            and c.state = 'task')
      order by p.ended_at limit 1
      for update skip locked
    `.execute(tx);
    const [plan] = rows;
    if (!plan) return null;
    const { client_id: clientId, resource_id: resourceId, id } = plan;
    // Mappings compare a person with the fields from which they last made the account.
    // The changes are chosen first: no statistics say how few they are.
    const { numAffectedRows = 0n } = await sql`
      with chosen as materialized (
        select no from provisioning_changes
        where client_id = ${clientId} and resource_id = ${resourceId} and plan_id = ${id}
          and not values_dropped
        order by no limit ${limit}
      )
      update provisioning_changes c set before = null, after = null, seen = null, stored_values = null,
        values_dropped = true,
        problem = case when c.problem is null then null else c.problem || '{"detail": ""}' end,
        source = case when c.state = 'applied' and not exists (
          select from provisioning_changes newer
          where newer.client_id = c.client_id and newer.resource_id = c.resource_id
            and newer.account = c.account and newer.state in ('applied', 'task')
            and newer.source is not null and newer.ended_at > c.ended_at) then c.source end
      from chosen
      where c.client_id = ${clientId} and c.resource_id = ${resourceId} and c.plan_id = ${id}
        and c.no = chosen.no
    `.execute(tx);
    const dropped = Number(numAffectedRows);
    if (dropped === limit) return dropped;
    await tx
      .updateTable("provisioning_plans")
      .set({ values_dropped: true })
      .where("client_id", "=", clientId)
      .where("resource_id", "=", resourceId)
      .where("id", "=", id)
      .execute();
    return dropped;
  });
}
