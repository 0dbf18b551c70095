/** Adds a preview that a worker will compute. */
import { sql, type Transaction } from "kysely";
import type { SystemPlace } from "../connectors/contract.ts";
import type { Database } from "../db/schema.ts";
import { keepExclusions } from "./exclusions.ts";

export interface NewPlan extends SystemPlace {
  readonly id: string;
  /** Without an id: Provision. */
  readonly actor: { readonly id: string | null; readonly username: string };
  readonly at: Date;
}

/**
 * Call it while the system is locked. The new preview replaces all previews that nobody approved, including an incomplete one
 * that Provision prepared. Changes that were left out of them are left out of it as well.
 *
 * @throws the unique violation of the database if another preview is open.
 */
export async function insertPlan(
  tx: Transaction<Database>,
  { clientId, resourceId, id, actor, at }: NewPlan,
): Promise<void> {
  const replaced = sql`p.approved_at is null and (p.status not in ('waiting', 'computing', 'applying')
    or p.actor_id is null and p.status in ('waiting', 'computing'))`;
  await keepExclusions(tx, { clientId, resourceId, planId: id }, replaced);
  await sql`
    delete from provisioning_plans p
    where p.client_id = ${clientId} and p.resource_id = ${resourceId} and ${replaced}
  `.execute(tx);
  await sql`
    insert into provisioning_plans (
      client_id, resource_id, id, no, status, actor_id, actor, created_at
    )
    select ${clientId}::uuid, ${resourceId}::uuid, ${id}::uuid,
      coalesce((select max(no) from provisioning_plans
        where client_id = ${clientId} and resource_id = ${resourceId}), 0) + 1,
      'waiting', ${actor.id}::uuid, ${actor.username}, ${at}
  `.execute(tx);
}
