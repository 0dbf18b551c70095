/** When Provision looks whether a system needs a preview. */
import type { Kysely } from "kysely";
import type { SystemPlace } from "../connectors/contract.ts";
import type { Database } from "../db/schema.ts";

/** Call it after a run that changed something, in its transaction. People who have changed may need accounts in each system. */
export async function lookForPreviews(
  tx: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
  { changesPeople, now }: { readonly changesPeople: boolean; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable("automatic_previews")
    .set({ due_at: now })
    .where("client_id", "=", clientId)
    .$if(!changesPeople, (query) => query.where("resource_id", "=", resourceId))
    .where("due_at", ">", now)
    .execute();
}
