/** The end of the computation of a preview that Provision generated. */
import type { Transaction } from "kysely";
import { recordAudit } from "../audit/audit.ts";
import type { Database } from "../db/schema.ts";
import type { ResourceJob } from "../threads/resourceJobs.ts";

interface ComputedPlan {
  readonly changes: number;
  readonly state: string;
  readonly at: Date;
}

/** Call it in the transaction that completes any plan. A plan without changes is not kept if it would hide an approved one. */
export async function endAutomaticPlan(
  tx: Transaction<Database>,
  { clientId, resourceId, id }: ResourceJob,
  { changes, state, at }: ComputedPlan,
): Promise<void> {
  const { actor_id: actorId, no } = await tx
    .selectFrom("provisioning_plans")
    .select(["actor_id", "no"])
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (actorId !== null) return;
  if (changes > 0) {
    await recordAudit(tx, {
      at,
      actor: null,
      clientId,
      call: "provisioning/previewed",
      target: resourceId,
      after: { preview: id, no, changes },
    });
    return;
  }
  const { numDeletedRows } = await tx
    .deleteFrom("provisioning_plans")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("id", "=", id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("provisioning_plans as approved")
          .select("approved.id")
          .where("approved.client_id", "=", clientId)
          .where("approved.resource_id", "=", resourceId)
          .where("approved.approved_at", "is not", null),
      ),
    )
    .executeTakeFirst();
  if (numDeletedRows === 0n) return;
  await tx
    .updateTable("automatic_previews")
    .set({ compared_state: state, compared_at: at })
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .execute();
}
