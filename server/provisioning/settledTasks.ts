/** Updates the change of the preview from which an attested or withdrawn task came, and the account. */
import type { Transaction } from "kysely";
import type { SystemPlace } from "../connectors/contract.ts";
import type { Database } from "../db/schema.ts";
import { refreshDirectory } from "../import/recordImport.ts";
import { changeAccount } from "./accountChange.ts";

interface SettledTask extends SystemPlace {
  readonly taskId: string;
  readonly state: "attested" | "withdrawn";
  readonly at: Date;
}

/** A task that a person added by hand has no change, and changes no account. */
export async function noteSettledTask(
  tx: Transaction<Database>,
  { clientId, resourceId, taskId, state, at }: SettledTask,
): Promise<void> {
  const isAttested = state === "attested";
  const change = await tx
    .updateTable("provisioning_changes")
    .set({ state: isAttested ? "applied" : "skipped", ended_at: at })
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("task_id", "=", taskId)
    .where("state", "=", "task")
    .returningAll()
    .executeTakeFirst();
  if (!change || !isAttested) return;
  await changeAccount(tx, change);
  await refreshDirectory(tx, clientId);
}
