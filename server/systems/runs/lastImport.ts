import type { Kysely } from "kysely";
import type { SystemPlace } from "../../connectors/contract.ts";
import type { Database } from "../../db/schema.ts";

/** Selects the last import of the system that was applied and not undone, if any. */
export function lastImport(db: Kysely<Database>, { clientId, resourceId }: SystemPlace) {
  return db
    .selectFrom("system_runs")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("status", "=", "done")
    .where("kind", "<>", "undo")
    .orderBy("no", "desc")
    .limit(1);
}
