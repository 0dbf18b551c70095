/** Adds a preview that a worker will compute. */
import { sql, type Transaction } from "kysely";
import type { SystemPlace } from "../connectors/contract.ts";
import type { Database } from "../db/schema.ts";

export interface NewPlan extends SystemPlace {
  readonly id: string;
  /** Without an id: Provision. */
  readonly actor: { readonly id: string | null; readonly username: string };
  readonly at: Date;
}

/**
 * Call it while the system is locked. It takes the place of all previews that nobody approved, also of one of Provision that
 * is not complete.
 *
 * @throws the unique violation of the database if another preview is open.
 */
export async function insertPlan(
  tx: Transaction<Database>,
  { clientId, resourceId, id, actor, at }: NewPlan,
): Promise<void> {
  await tx
    .deleteFrom("provisioning_plans")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("approved_at", "is", null)
    .where(({ and, eb, or }) =>
      or([
        eb("status", "not in", ["waiting", "computing", "applying"]),
        and([eb("actor_id", "is", null), eb("status", "in", ["waiting", "computing"])]),
      ]),
    )
    .execute();
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
